// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task runs once, after all tasks that it depends on and with what they have done, whoever makes it ready; and its memory is freed when
// neither its own thread nor its maker needs it any more. `tasks/dependence.cpp` is no template on Platform; what a task does here when it is
// made copies start_dependent() there.
#include <cstddef>

#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"
#include "tasks/successors.h"

namespace muster::verify {
namespace {

constexpr std::uint32_t kMostTasks = 4;

struct Node : tasks::Successors<Checked> {
  tasks::Predecessors<Checked> predecessors;
  tasks::Holders<Checked> holders{2};
  tasks::Edge<Checked> edges[kMostTasks];
};

struct Task {
  Node node;
  Lifetime memory;  // of the node
  std::uint32_t edges = 0;
  // What the maker writes last, what the task does, and how often it ran: a count, not shared data.
  Data<std::uint64_t> made;
  Data<std::uint64_t> done;
  std::uint32_t runs = 0;
};

struct Graph {
  // Task t depends on those in the bits of before[t], which are made earlier.
  const std::uint32_t* before;
  std::uint32_t tasks;
};

struct GraphState {
  explicit GraphState(const Graph& wanted) : graph(wanted) {
    for (Task& task : all) {
      task.memory.covers(&task.node, sizeof(Node));
    }
  }

  Graph graph;
  Task all[kMostTasks];
  // Which tasks a thread other than the maker may begin: made, and without predecessors.
  Checked::Atomic<std::uint64_t> started[kMostTasks];
};

Task& task_of(GraphState& state, tasks::Successors<Checked>* successors) {
  for (Task& task : state.all) {
    if (&task.node == successors) {
      return task;
    }
  }
  expect(false, "an edge leads to no task");
  return state.all[0];
}

void leave(Task& task) {
  if (task.node.holders.leave()) {
    task.memory.free();
  }
}

void run(GraphState& state, Task& task) {
  expect(++task.runs == 1, "a task ran twice");
  const std::uint32_t number = static_cast<std::uint32_t>(&task - state.all);
  expect(task.made.get("made") == 1, "a task without what its maker wrote");
  for (std::uint32_t other = 0; other < number; ++other) {
    if ((state.graph.before[number] >> other & 1U) != 0) {
      expect(state.all[other].done.get("done") == 1, "a task ran before one that it depends on");
    }
  }
  task.done.set(1, "done");
  tasks::complete_node(
      task.node, [&task](Node& /*node*/) { leave(task); },
      [&state](Node& successor) { run(state, task_of(state, &successor)); });
}

// True if it can begin.
bool make(GraphState& state, std::uint32_t number) {
  Task& task = state.all[number];
  task.memory.make();
  for (std::uint32_t other = 0; other < number; ++other) {
    if ((state.graph.before[number] >> other & 1U) == 0) {
      continue;
    }
    Node& from = state.all[other].node;
    tasks::Edge<Checked>& edge = task.node.edges[task.edges];
    edge.successor = &task.node;
    if (from.is_closed() || !from.add(edge)) {
      expect(state.all[other].done.get("done") == 1, "a task is complete and what it has done is not visible");
    } else {
      ++task.edges;
    }
  }
  task.made.set(1, "made");
  return task.node.predecessors.count(task.edges);
}

// Thread 0 makes all tasks, and runs what can begin and has predecessors; the others run one each of those that have none.
Program made_while_they_run(const char* name, const Graph& graph) {
  Program program;
  program.name = std::string("dependences/") + name;
  std::uint32_t first = 0;
  while (first < graph.tasks && graph.before[first] == 0) {
    ++first;
  }
  program.threads = 1 + first;
  const Fresh<GraphState> state;
  program.setup = [state, graph] { state.make(graph); };
  program.thread = [state, first](ThreadId id) {
    if (id != 0) {
      Checked::Atomic<std::uint64_t>& started = state->started[id - 1];
      Checked::await_reached(started, 1, SignallingWaiter{});
      run(state.get(), state->all[id - 1]);
      return;
    }
    for (std::uint32_t number = 0; number < state->graph.tasks; ++number) {
      const bool ready = make(state.get(), number);
      if (number < first) {
        expect(ready, "a task without predecessors waits for some");
        state->started[number].store_release(1);
      } else if (ready) {
        run(state.get(), state->all[number]);
      }
    }
    // The parent forgets its children.
    for (std::uint32_t number = 0; number < state->graph.tasks; ++number) {
      leave(state->all[number]);
    }
  };
  program.check = [state] {
    for (std::uint32_t number = 0; number < state->graph.tasks; ++number) {
      expect(state->all[number].runs == 1, "a task never ran");
      expect(!state->all[number].memory.exists(), "a task's memory was not freed");
    }
  };
  return program;
}

constexpr std::uint32_t kChain[] = {0b0, 0b1, 0b10};
constexpr std::uint32_t kJoin[] = {0b0, 0b0, 0b11};
constexpr std::uint32_t kFanOut[] = {0b0, 0b1, 0b1};
constexpr std::uint32_t kDiamond[] = {0b0, 0b1, 0b1, 0b110};
constexpr std::uint32_t kCrossed[] = {0b0, 0b0, 0b11, 0b11};

}  // namespace

void add_dependences(Programs& programs, bool deep) {
  programs.push_back(made_while_they_run("chain", {kChain, 3}));
  programs.push_back(made_while_they_run("join", {kJoin, 3}));
  programs.push_back(made_while_they_run("fan_out", {kFanOut, 3}));
  programs.push_back(made_while_they_run("diamond", {kDiamond, 4}));
  if (deep) {
    programs.push_back(made_while_they_run("crossed", {kCrossed, 4}));
  }
}

}  // namespace muster::verify
