// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dependence.h"

#include "tasks/dependence_node.h"
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
    if (task.is(kObserved)) [[unlikely]] {
      node->marks = &observed_of(task).record.marks;
    }
    extra.node = node;
  }
  return node;
}

// Children that wait for others, or for a thread.
std::uint64_t unfinished_children(const Task& task) {
  return task.spawned - task.finished_here - task.finished_elsewhere.load_relaxed();
}

// libgomp lets a team have 64 for each thread, libomp any number. With a task, its node and so on of 500 bytes, 4,096 take 2 MB.
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
  return Sets::is_ready(*parent->table, list);
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
  Sets::look_up(worker, *parent->table, node, list);
  return Graph::await_turn(worker, node) ? &node : nullptr;
}

void await_dependences(Worker& worker, const DependenceList& list) { end_turn(worker, await_turn(worker, list)); }

void await_and_keep_turn(Worker& worker, const DependenceList& list) { worker.kept_turn = await_turn(worker, list); }

DependenceNode* take_kept_turn(Worker& worker) {
  DependenceNode* node = worker.kept_turn;
  worker.kept_turn = nullptr;
  return node;
}

void give_kept_turn_up(Worker& worker) { end_turn(worker, take_kept_turn(worker)); }

void forget_record(DependenceNode& node) {
  node.marks_mutex.lock();
  node.marks = nullptr;
  node.marks_mutex.unlock();
}

void release_dependences(Worker* worker, DependenceNode& node) { Graph::release(worker, node); }

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
  Sets::forget_all(worker, table);
  NativeDependences::forget_entries(worker, table);
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
  Sets::enter(worker, *worker.current->extra->table, *node, node->own_links(), list);
  if (Graph::begin(worker, *node)) {
    start_counted(worker, task);
  }
}

}  // namespace muster::tasks
