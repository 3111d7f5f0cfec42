// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dependence.h"

#include <algorithm>

#include "tasks/dependence_edges.h"
#include "tasks/dependence_table.h"
#include "tasks/schedule.h"

namespace muster::tasks {
namespace {

struct ListBlock : WaitBlock {
  Dependence items[1];
};

}  // namespace

void DependenceList::allocate() {
  auto& block = take_block<ListBlock>(worker_, sizeof(ListBlock) + (count_ - 1) * sizeof(Dependence));
  block_ = &block;
  items_ = block.items;
}

void DependenceList::release() { give_back(&worker_, *block_); }

namespace {

// True if the task is ready.
bool add_dependences(Worker& worker, Task& task, const DependenceList& list) {
  TaskExtra& parent = extra_of(worker, *worker.current);
  if (parent.table == nullptr) {
    parent.table = &new_table(worker);
  }
  DependenceNode& node = make_node(worker, *parent.table, list);
  node.task = &task;
  extra_of(worker, task).node = &node;
  enter(worker, parent.table, node, list);
  if (node.links == 0) {
    drop(&worker, node);
  }
  return node.predecessors.count(node.edge_count) && node.take();
}

void tell(Worker* worker, DependenceNode& ready) {
  if (ready.task != nullptr) {
    make_ready(worker, *ready.task);
    return;
  }
  Worker& waiter = *ready.waiter;
  // E: release, pairs with H
  ready.word.store_release(1);
  wake_waiter(waiter, ready.word, 1);
}

}  // namespace

DependenceNode* await_turn(Worker& worker, const DependenceList& list) {
  give_kept_turn_up(worker);
  TaskExtra* parent = worker.current->extra;
  if (parent == nullptr || parent->table == nullptr) {
    return nullptr;
  }
  DependenceNode& node = make_node(worker, *parent->table, list);
  node.waiter = &worker;
  look_up(worker, *parent->table, node, list);
  if (!node.predecessors.count(node.edge_count) || !node.take()) {
    // H: acquire, pairs with E
    await_word(worker, node.word, 1);
  }
  // It is in no set.
  drop(&worker, node);
  if (node.turn_count() != 0) {
    return &node;
  }
  release_dependences(&worker, node);
  return nullptr;
}

void await_dependences(Worker& worker, const DependenceList& list) { end_turn(worker, await_turn(worker, list)); }

void await_and_keep_turn(Worker& worker, const DependenceList& list) { worker.kept_turn = await_turn(worker, list); }

DependenceNode* take_kept_turn(Worker& worker) {
  DependenceNode* node = worker.kept_turn;
  worker.kept_turn = nullptr;
  return node;
}

void give_kept_turn_up(Worker& worker) { end_turn(worker, take_kept_turn(worker)); }

void release_dependences(Worker* worker, DependenceNode& node) {
  free_edges(worker, node);
  node.pass([worker](Turns<Native>& next) { tell(worker, static_cast<DependenceNode&>(next)); });
  DependenceEdge* edge = node.close();
  drop(worker, node);
  while (edge != nullptr) {
    // The edge is the successor's, which may be gone after the next step.
    DependenceEdge* next = edge->next.load_relaxed();
    auto& successor = static_cast<DependenceNode&>(*edge->successor);
    if (successor.predecessors.one_is_complete() && successor.take()) {
      tell(worker, successor);
    }
    edge = next;
  }
}

namespace {

const Successors<Native>* node_of(const Task& task) { return task.extra != nullptr ? task.extra->node : nullptr; }

}  // namespace

const void* place_in_graph(const Task& task) { return node_of(task); }

const void* first_successor(const Task& task) {
  const Successors<Native>* node = node_of(task);
  return node != nullptr ? node->look() : nullptr;
}

void free_dependences(Worker* worker, DependenceTable& table) {
  if (worker != nullptr && worker->kept_turn != nullptr) {
    give_kept_turn_up(*worker);
  }
  forget_all(worker, table);
  forget_entries(worker, table);
  give_back(worker, table);
}

namespace {

bool waits_for(const DependenceTable& table, const Dependence& dependence) {
  if (dependence.address == nullptr) {
    bool waits = false;
    for_each_entry(table, [&waits](const DependenceEntry& entry) { waits = waits || !is_over(entry.current); });
    return waits;
  }
  const DependenceEntry* entry = find_entry(table, dependence.address);
  if (entry == nullptr) {
    return false;
  }
  // A task that has no node takes no turns, so none must be left that does.
  const bool is_exclusive = dependence.kind == DependenceKind::mutexinoutset && !is_over(entry->current);
  return is_exclusive || !is_over(joins(*entry, dependence.kind) ? entry->before : entry->current);
}

// Children that wait for others, or for a thread.
std::uint64_t unfinished_children(const Task& task) {
  return task.spawned - task.finished_here - task.finished_elsewhere.load_relaxed();
}

bool has_many_children(const Task& task) { return unfinished_children(task) >= queue_capacity; }

// As long as there is something to run; what waits for an event that is still to come must not be waited for.
template <class Done>
void help_until(Worker& worker, const Done& done) {
  bool helps = true;
  while (helps && !done()) {
    helps = help_current(worker);
  }
}

Grain::Progress progress_of(const Task& task) {
  return {&task, task.finished_here + task.finished_elsewhere.load_relaxed(), Native::now_ns()};
}

// A trial: helps for as long as the children may take if they are short, and then knows whether they are.
void try_grain(Worker& worker) {
  const Task& task = *worker.current;
  const auto all_are_complete = [&task](base::Episode value) { return value == task.spawned - task.finished_here; };
  const std::uint64_t end_ns = Native::now_ns() + Grain::kCompleteNs * unfinished_children(task);
  while (has_unfinished_children(worker) && Native::now_ns() < end_ns) {
    if (!help_current(worker)) {
      Native::await_within(task.finished_elsewhere, all_are_complete, Grain::kCompleteNs);
    }
  }
  worker.grain.tries(!has_unfinished_children(worker), progress_of(task));
}

bool is_ready(const Worker& worker, const DependenceList& list) {
  const TaskExtra* parent = worker.current->extra;
  if (parent == nullptr || parent->table == nullptr) {
    return true;
  }
  const DependenceTable& table = *parent->table;
  if (table.all != nullptr && !table.all->is_closed()) {
    return false;
  }
  return std::none_of(list.begin(), list.end(),
                      [&table](const Dependence& dependence) { return waits_for(table, dependence); });
}

}  // namespace

bool is_ready_and_alone(Worker& worker, const DependenceList& list) {
  if (worker.grain.is_fine()) {
    if (!is_ready(worker, list)) {
      worker.grain.pause();
      // What it waits for is short, too.
      help_until(worker, [&] { return is_ready(worker, list); });
      if (!is_ready(worker, list)) {
        return false;
      }
    }
    worker.grain.begins(&Native::now_ns);
    return true;
  }
  return (!may_defer(worker) || has_many_children(*worker.current)) && is_ready(worker, list);
}

void start_dependent(Worker& worker, Task& task, const DependenceList& list) {
  if (has_many_children(*worker.current)) [[unlikely]] {
    help_until(worker, [&worker] { return !has_many_children(*worker.current); });
  }
  count_in(worker, task);
  if (add_dependences(worker, task, list)) {
    start_counted(worker, task);
  }
  if (worker.grain.puts_off([&worker] { return progress_of(*worker.current); })) [[unlikely]] {
    try_grain(worker);
  }
}

}  // namespace muster::tasks
