// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dependence.h"

#include <algorithm>

#include "tasks/dependence_edges.h"
#include "tasks/dependence_table.h"
#include "tasks/schedule.h"
#include "tasks/shortage.h"

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

// All memory that the task needs before it is deferred: a node, in no set yet. Null when there is none.
DependenceNode* provide_node(Worker& worker, Task& task, const DependenceList& list) {
  TaskExtra& extra = extra_of(worker, task);
  DependenceTable*& table = extra_of(worker, *worker.current).table;
  if (task.is(kUndeferred) || !provide_entries(worker, table, list.count())) {
    return nullptr;
  }
  DependenceNode* node = make_node(worker, *table, list);
  if (node != nullptr) {
    node->task = &task;
    extra.node = node;
  }
  return node;
}

// True if the task is ready.
bool add_dependences(Worker& worker, DependenceNode& node, const DependenceList& list) {
  enter(worker, *worker.current->extra->table, node, list);
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

// libgomp lets a team have 64 for each thread, libomp any number. With a task, its node and so on of 700 bytes, 4,096 take 3 MB.
constexpr std::uint64_t kMostChildrenPerSlot = 16;
bool has_many_children(const Task& task) { return unfinished_children(task) >= kMostChildrenPerSlot * queue_capacity; }

// As long as there is something to run; what waits for an event that is still to come must not be waited for.
template <class Done>
void help_until(Worker& worker, const Done& done) {
  bool helps = true;
  while (helps && !done()) {
    helps = help_current(worker);
  }
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

void await_without_node(Worker& worker, const DependenceList& list) {
  while (!is_ready(worker, list)) {
    pass_time(worker);
  }
}

}  // namespace

DependenceNode* await_turn(Worker& worker, const DependenceList& list) {
  give_kept_turn_up(worker);
  TaskExtra* parent = worker.current->extra;
  if (parent == nullptr || parent->table == nullptr) {
    return nullptr;
  }
  DependenceNode* own = make_node(worker, *parent->table, list);
  if (own == nullptr) [[unlikely]] {
    await_without_node(worker, list);
    return nullptr;
  }
  DependenceNode& node = *own;
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
  complete_node(
      node, [worker](DependenceNode& complete) { drop(worker, complete); },
      [worker](DependenceNode& successor) {
        if (successor.take()) {
          tell(worker, successor);
        }
      });
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

bool is_ready_and_undeferred(Worker& worker, const DependenceList& list) {
  return (!may_defer(worker) || has_many_children(*worker.current)) && is_ready(worker, list);
}

void start_dependent(Worker& worker, Task& task, const DependenceList& list) {
  if (has_many_children(*worker.current)) [[unlikely]] {
    help_until(worker, [&worker] { return !has_many_children(*worker.current); });
  }
  DependenceNode* node = provide_node(worker, task, list);
  if (node == nullptr) [[unlikely]] {
    await_without_node(worker, list);
    run_undeferred(worker, task);
    return;
  }
  count_in(worker, task);
  if (add_dependences(worker, *node, list)) {
    start_counted(worker, task);
  }
}

}  // namespace muster::tasks
