// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clients/dependence_programs.h"

#include "tasks/dependence_graph.h"

namespace muster::verify {
namespace {

using Graph = tasks::DependenceGraph<CheckedDependences>;
using Sets = tasks::DependenceSets<CheckedDependences>;
using tasks::DependenceKind;

}  // namespace

class DependenceState {
 public:
  using Node = CheckedDependences::Node;
  using Task = CheckedDependences::Task;
  using Exclusion = CheckedDependences::Exclusion;
  static constexpr std::uint32_t kMostTasks = CheckedDependences::kMostTasks;

  explicit DependenceState(const GraphOfTasks& graph) : graph_(graph) {
    for (Task& task : tasks_) {
      task.memory.covers(&task.node, sizeof(Node));
      task.more.memory.covers(task.more.edges, sizeof task.more.edges);
    }
    for (Exclusion& exclusion : exclusions_) {
      exclusion.memory.covers(&exclusion, sizeof(tasks::Exclusion<Checked>));
      exclusion.memory.covers(&exclusion.holders, sizeof exclusion.holders);
    }
  }

  static std::uint32_t threads(const GraphOfTasks& graph) {
    std::uint32_t threads = 1;
    for (const TaskOfGraph& task : graph.tasks) {
      threads += task.starts == Starts::elsewhere ? 1 : 0;
    }
    return threads;
  }

  void make_all() {
    std::uint32_t begun_elsewhere = 0;
    for (std::uint32_t number = 0; number < graph_.tasks.size(); ++number) {
      make(number);
      if (!graph_.begins_late && graph_.tasks[number].starts == Starts::elsewhere) {
        may_begin_[begun_elsewhere++].store_release(1);
      }
    }
    while (begun_elsewhere < threads(graph_) - 1) {
      may_begin_[begun_elsewhere++].store_release(1);
    }
    // The parent forgets its children.
    Sets::forget_all(this, table_);
    CheckedDependences::forget_entries(this, table_);
  }

  // Thread `id` runs the task that starts on it.
  void run_elsewhere(ThreadId id) {
    Checked::await_reached(may_begin_[id - 1], 1, SignallingWaiter{});
    std::uint32_t number = 0;
    for (std::uint32_t others = id;; ++number) {
      if (graph_.tasks[number].starts == Starts::elsewhere && --others == 0) {
        break;
      }
    }
    run(tasks_[number]);
  }

  void run(Task& task) {
    run_block(task);
    Graph::release(this, task.node);
  }

  void check() const {
    for (std::uint32_t number = 0; number < graph_.tasks.size(); ++number) {
      expect(tasks_[number].runs == 1, "a task never ran");
      expect(!tasks_[number].memory.exists(), "a task's memory was not freed");
      expect(!tasks_[number].more.memory.exists(), "a task's edges were not freed");
    }
    for (const Exclusion& exclusion : exclusions_) {
      expect(!exclusion.memory.exists(), "the memory of an exclusion was not freed");
    }
    for (std::uint32_t address = 0; address < kMostAddresses; ++address) {
      expect(shared_[address].get("value") == exclusive_tasks_of(address), "what a task has done is lost");
    }
  }

  Task& task_of(const Node& node) {
    for (Task& task : tasks_) {
      if (&task.node == &node) {
        return task;
      }
    }
    expect(false, "there is no such node");
    return tasks_[0];
  }

  Exclusion& new_exclusion(const void* address) {
    // The one made last comes first: the order in memory is not that of the clause.
    Exclusion& exclusion = exclusions_[kMostAddresses - ++exclusions_made_];
    exclusion.memory.make();
    exclusion.address = address;
    return exclusion;
  }

 private:
  // The clauses of a task, as they are after the ABI.
  class List {
   public:
    List(DependenceState& state, std::span<const Clause> clauses) : count_(clauses.size()) {
      for (std::size_t i = 0; i < count_; ++i) {
        const std::uint32_t address = clauses[i].address;
        items_[i] = {address == kAllMemory ? nullptr : &state.shared_[address], clauses[i].kind};
      }
    }
    const tasks::Dependence* begin() const { return items_; }
    const tasks::Dependence* end() const { return items_ + count_; }

   private:
    tasks::Dependence items_[CheckedDependences::kMostClauses];
    std::size_t count_;
  };

  std::uint32_t number_of(const Task& task) const { return static_cast<std::uint32_t>(&task - tasks_); }

  std::uint64_t exclusive_tasks_of(std::uint32_t address) const {
    std::uint64_t tasks = 0;
    for (const TaskOfGraph& task : graph_.tasks) {
      tasks += is_exclusive(task, address) ? 1 : 0;
    }
    return tasks;
  }

  static bool is_exclusive(const TaskOfGraph& task, std::uint32_t address) {
    for (const Clause& clause : task.clauses) {
      if (clause.address == address && clause.kind == DependenceKind::mutexinoutset) {
        return true;
      }
    }
    return false;
  }

  void run_block(Task& task) {
    expect(++task.runs == 1, "a task ran twice");
    expect(task.made.get("made") == 1, "a task without what its maker wrote");
    const TaskOfGraph& what = graph_.tasks[number_of(task)];
    for (std::uint32_t other = 0; other < number_of(task); ++other) {
      if ((what.sees >> other & 1U) != 0) {
        expect(tasks_[other].done.get("done") == 1, "a task ran before one that it depends on");
      }
    }
    for (std::uint32_t address = 0; address < kMostAddresses; ++address) {
      if (is_exclusive(what, address)) {
        shared_[address].set(shared_[address].get("value") + 1, "value");
      }
    }
    task.done.set(1, "done");
  }

  Node& make_node(Task& task, std::uint32_t number) {
    task.memory.make();
    task.node.provide(task.node.turns);
    task.node.serial = number + 1;
    return task.node;
  }

  void make(std::uint32_t number) {
    Task& task = tasks_[number];
    const TaskOfGraph& what = graph_.tasks[number];
    const List list(*this, what.clauses);
    if (what.starts == Starts::at_once_if_it_can && Sets::is_ready(table_, list)) {
      task.made.set(1, "made");
      run_block(task);
      return;
    }
    Node& node = make_node(task, number);
    if (what.starts == Starts::undeferred) {
      node.waiter = &waiter_;
      Sets::look_up(*this, table_, node, list);
      task.made.set(1, "made");
      const bool has_turn = Graph::await_turn(*this, node);
      run_block(task);
      if (has_turn) {
        Graph::release(this, node);
      }
      return;
    }
    node.task = &task;
    task.made.set(1, "made");
    Sets::enter(*this, table_, node, node.links_of_sets, list);
    const bool ready = Graph::begin(*this, node);
    if (what.starts == Starts::elsewhere) {
      expect(ready, "a task without predecessors waits for some");
    } else if (ready) {
      run(task);
    }
  }

  const GraphOfTasks graph_;
  Task tasks_[kMostTasks];
  CheckedDependences::Table table_;
  Exclusion exclusions_[kMostAddresses];
  std::uint32_t exclusions_made_ = 0;
  SignallingWaiter waiter_;
  // What mutually exclusive tasks share, by the address that they name.
  Data<std::uint64_t> shared_[kMostAddresses];
  Checked::Atomic<base::Episode> may_begin_[kMostTasks];
};

tasks::Edge<Checked>* CheckedDependences::new_edge(DependenceState& state, Node& node) {
  if (node.edge_count == 0) {
    return &node.own_edge;
  }
  if (node.more == nullptr) {
    node.more = &state.task_of(node).more;
    node.more->memory.make();
  }
  return &node.more->edges[node.edge_count - 1];
}

void CheckedDependences::await_closed(DependenceState& /*state*/, Node& /*node*/) {
  expect(false, "there is memory for every edge");
}

void CheckedDependences::free_edges(DependenceState* /*state*/, Node& node) {
  if (node.more != nullptr) {
    node.more->memory.free();
  }
}

CheckedDependences::Exclusion& CheckedDependences::new_exclusion(DependenceState& state, const void* address) {
  return state.new_exclusion(address);
}

void CheckedDependences::give_back(DependenceState* state, Node& node) { state->task_of(node).memory.free(); }

void CheckedDependences::make_ready(DependenceState* state, Task& task) { state->run(task); }

const CheckedDependences::Entry* CheckedDependences::find_entry(const Table& table, const void* address) {
  for (std::uint32_t i = 0; i < kMostAddresses; ++i) {
    if (table.has[i] && table.entries[i].address == address) {
      return &table.entries[i];
    }
  }
  return nullptr;
}

CheckedDependences::Entry& CheckedDependences::entry_for(DependenceState& state, Table& table, void* address) {
  if (const Entry* found = find_entry(table, address); found != nullptr) {
    return const_cast<Entry&>(*found);
  }
  // The table cleans itself before it makes an entry.
  for (std::uint32_t i = 0; i < kMostAddresses; ++i) {
    if (table.has[i] && Sets::drop_if_over(&state, table.entries[i])) {
      table.has[i] = false;
    }
  }
  std::uint32_t i = 0;
  while (table.has[i]) {
    ++i;
  }
  table.has[i] = true;
  table.entries[i] = {address, nullptr, nullptr, nullptr, DependenceKind::in};
  return table.entries[i];
}

void CheckedDependences::forget_entries(DependenceState* state, Table& table) {
  for (std::uint32_t i = 0; i < kMostAddresses; ++i) {
    if (table.has[i]) {
      Sets::drop_set(state, table.entries[i].current);
      Sets::drop_set(state, table.entries[i].before);
      table.has[i] = false;
    }
  }
}

Program dependence_program(const char* family, const GraphOfTasks& graph) {
  Program program;
  program.name = std::string(family) + "/" + graph.name;
  program.threads = DependenceState::threads(graph);
  const Fresh<DependenceState> state;
  program.setup = [state, graph] { state.make(graph); };
  program.thread = [state](ThreadId id) {
    if (id == 0) {
      state->make_all();
    } else {
      state->run_elsewhere(id);
    }
  };
  program.check = [state] { state->check(); };
  return program;
}

}  // namespace muster::verify
