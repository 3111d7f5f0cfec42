// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dependence.h"

#include "tasks/dependence_node.h"
#include "tasks/schedule.h"

namespace muster::tasks {

namespace {

constexpr std::size_t kFirstCapacity = 32;
constexpr std::size_t kEdgesOfBlock = (512 - sizeof(EdgeBlock)) / sizeof(Edge) + 1;
constinit Edge closed_mark{};
Edge* closed() { return &closed_mark; }

void drop(Worker* worker, DependenceNode& node) {
  // D: acq_rel, pairs with D
  if (node.references.fetch_add_acq_rel(~std::uint32_t{0}) == 1) {
    give_back(worker, node);
  }
}

void drop_set(Worker* worker, Link* link) {
  while (link != nullptr) {
    Link* next = link->next;
    DependenceNode& node = *link->node;
    if (--node.links == 0) {
      drop(worker, node);
    }
    link = next;
  }
}

// If so, what the task has done is visible to the caller.
bool is_complete(const DependenceNode& node) {
  // F: acquire, pairs with B
  return node.successors.load_acquire() == closed();
}

Edge& new_edge(Worker& worker, DependenceNode& node) {
  const std::uint32_t index = node.edge_count++;
  if (index < DependenceNode::kOwnEdges) {
    return node.own_edges[index];
  }
  const std::size_t in_block = (index - DependenceNode::kOwnEdges) % kEdgesOfBlock;
  if (in_block == 0) {
    auto& block = take_block<EdgeBlock>(worker, sizeof(EdgeBlock) + (kEdgesOfBlock - 1) * sizeof(Edge));
    block.more = node.more;
    node.more = &block;
  }
  return node.more->edges[in_block];
}

void free_edges(Worker* worker, DependenceNode& node) {
  while (node.more != nullptr) {
    EdgeBlock* block = node.more;
    node.more = block->more;
    give_back(worker, *block);
  }
}

void add_edge(Worker& worker, DependenceNode& from, DependenceNode& to) {
  if (&from == &to || is_complete(from)) {
    return;
  }
  Edge& edge = new_edge(worker, to);
  edge.successor = &to;
  Edge* head = from.successors.load_relaxed();
  do {
    if (head == closed()) {
      is_complete(from);
      --to.edge_count;
      return;
    }
    edge.next = head;
    // A: release, pairs with B
  } while (!from.successors.compare_exchange_release(head, &edge));
}

void add_edges(Worker& worker, const Link* set, DependenceNode& to) {
  for (; set != nullptr; set = set->next) {
    add_edge(worker, *set->node, to);
  }
}

// --- the table ---------------------------------------------------------------------------------------------------------

std::size_t slot_of(const void* address, std::size_t capacity) {
  // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): neighbours in memory go far apart.
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
  const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(address) * kGolden;
  return static_cast<std::size_t>(mixed >> 32) & (capacity - 1);
}

DependenceTable& new_table(Worker& worker, std::size_t capacity) {
  auto& table = take_block<DependenceTable>(worker, sizeof(DependenceTable) + capacity * sizeof(DependenceEntry));
  table.capacity = capacity;
  for (std::size_t i = 0; i < capacity; ++i) {
    table.entries()[i] = {};
  }
  return table;
}

const DependenceEntry& find_slot(const DependenceTable& table, const void* address) {
  std::size_t slot = slot_of(address, table.capacity);
  while (table.entries()[slot].address != nullptr && table.entries()[slot].address != address) {
    slot = slot + 1 < table.capacity ? slot + 1 : 0;
  }
  return table.entries()[slot];
}
DependenceEntry& find_slot(DependenceTable& table, const void* address) {
  return const_cast<DependenceEntry&>(find_slot(static_cast<const DependenceTable&>(table), address));
}

bool is_over(const Link* set) {
  for (; set != nullptr; set = set->next) {
    if (!is_complete(*set->node)) {
      return false;
    }
  }
  return true;
}

// Entries whose children have all completed are left behind; what remains has room to double.
DependenceTable& rebuild(Worker& worker, DependenceTable& old) {
  std::size_t live = 0;
  for (std::size_t i = 0; i < old.capacity; ++i) {
    DependenceEntry& entry = old.entries()[i];
    if (entry.address != nullptr && is_over(entry.current) && is_over(entry.before)) {
      drop_set(&worker, entry.current);
      drop_set(&worker, entry.before);
      entry.address = nullptr;
    }
    live += entry.address != nullptr ? 1 : 0;
  }
  std::size_t capacity = kFirstCapacity;
  while (capacity < live * 4) {
    capacity *= 2;
  }
  DependenceTable& table = new_table(worker, capacity);
  table.all = old.all;
  table.used = live;
  for (std::size_t i = 0; i < old.capacity; ++i) {
    const DependenceEntry& entry = old.entries()[i];
    if (entry.address != nullptr) {
      find_slot(table, entry.address) = entry;
    }
  }
  give_back(&worker, old);
  return table;
}

DependenceEntry& entry_for(Worker& worker, DependenceTable*& table, void* address) {
  DependenceEntry& found = find_slot(*table, address);
  if (found.address != nullptr) {
    return found;
  }
  if (table->used * 2 >= table->capacity) {
    table = &rebuild(worker, *table);
  }
  DependenceEntry& entry = find_slot(*table, address);
  entry.address = address;
  ++table->used;
  return entry;
}

void forget_all(Worker* worker, DependenceTable& table) {
  if (table.all != nullptr) {
    if (--table.all->links == 0) {
      drop(worker, *table.all);
    }
    table.all = nullptr;
  }
}

void forget_entries(Worker* worker, DependenceTable& table) {
  for (std::size_t i = 0; i < table.capacity && table.used != 0; ++i) {
    DependenceEntry& entry = table.entries()[i];
    if (entry.address != nullptr) {
      drop_set(worker, entry.current);
      drop_set(worker, entry.before);
      entry = {};
      --table.used;
    }
  }
}

// --- one child ---------------------------------------------------------------------------------------------------------

void wait_for_all(Worker& worker, DependenceTable& table, DependenceNode& node) {
  for (std::size_t i = 0; i < table.capacity; ++i) {
    add_edges(worker, table.entries()[i].current, node);
  }
}

// Predecessors only: the child itself is complete before the next one is made.
void look_up(Worker& worker, DependenceTable& table, DependenceNode& node, const Dependence& dependence) {
  if (dependence.address == nullptr) {
    wait_for_all(worker, table, node);
    return;
  }
  const DependenceEntry& entry = find_slot(table, dependence.address);
  if (entry.address != nullptr) {
    const bool joins = dependence.kind == entry.kind && dependence.kind != DependenceKind::out;
    add_edges(worker, joins ? entry.before : entry.current, node);
  }
}

void enter(Worker& worker, DependenceTable*& table, DependenceNode& node, const Dependence& dependence, Link& link) {
  if (dependence.address == nullptr) {
    wait_for_all(worker, *table, node);
    forget_all(&worker, *table);
    forget_entries(&worker, *table);
    table->all = &node;
    ++node.links;
    return;
  }
  DependenceEntry& entry = entry_for(worker, table, dependence.address);
  link.node = &node;
  ++node.links;
  if (dependence.kind == entry.kind && dependence.kind != DependenceKind::out && entry.current != nullptr) {
    add_edges(worker, entry.before, node);
    link.next = entry.current;
    entry.current = &link;
    return;
  }
  add_edges(worker, entry.current, node);
  drop_set(&worker, entry.before);
  entry.before = entry.current;
  // Nobody joins a set of this kind, so nobody needs to know what was before.
  if (dependence.kind == DependenceKind::out) {
    drop_set(&worker, entry.before);
    entry.before = nullptr;
  }
  link.next = nullptr;
  entry.current = &link;
  entry.kind = dependence.kind;
}

void wait_for_last_of_all(Worker& worker, DependenceTable& table, DependenceNode& node) {
  if (table.all == nullptr) {
    return;
  }
  if (is_complete(*table.all)) {
    forget_all(&worker, table);
  } else {
    add_edge(worker, *table.all, node);
  }
}

// Whether no predecessor is left.
bool count_predecessors(DependenceNode& node) {
  const std::uint32_t edges = node.edge_count;
  if (edges == 0) {
    return true;
  }
  // C: acq_rel, pairs with C
  return node.pending.fetch_add_acq_rel(edges - DependenceNode::kUncounted) + edges == DependenceNode::kUncounted;
}

}  // namespace

namespace {

// True if no predecessor is left.
bool add_dependences(Worker& worker, Task& task, const DependenceList& list) {
  TaskExtra& parent = extra_of(worker, *worker.current);
  if (parent.table == nullptr) {
    parent.table = &new_table(worker, kFirstCapacity);
  }
  auto& node = take_block<DependenceNode>(worker, sizeof(DependenceNode) + list.count * sizeof(Link));
  node.task = &task;
  extra_of(worker, task).node = &node;
  wait_for_last_of_all(worker, *parent.table, node);
  for (std::size_t i = 0; i < list.count; ++i) {
    enter(worker, parent.table, node, list[i], node.own_links()[i]);
  }
  if (node.links == 0) {
    drop(&worker, node);
  }
  return count_predecessors(node);
}

}  // namespace

void await_dependences(Worker& worker, const DependenceList& list) {
  const TaskExtra* parent = worker.current->extra;
  if (parent == nullptr || parent->table == nullptr) {
    return;
  }
  auto& node = take_block<DependenceNode>(worker, sizeof(DependenceNode));
  node.waiter = &worker;
  wait_for_last_of_all(worker, *parent->table, node);
  for (std::size_t i = 0; i < list.count; ++i) {
    look_up(worker, *parent->table, node, list[i]);
  }
  if (!count_predecessors(node)) {
    // H: acquire, pairs with E
    await_word(worker, node.word, 1);
  }
  free_edges(&worker, node);
  give_back(&worker, node);
}

void release_successors(Worker* worker, DependenceNode& node) {
  free_edges(worker, node);
  // B: acq_rel, pairs with A and F
  Edge* edge = node.successors.exchange_acq_rel(closed());
  drop(worker, node);
  while (edge != nullptr) {
    // The edge is the successor's, which may be gone after the next step.
    Edge* next = edge->next;
    DependenceNode& successor = *edge->successor;
    Task* task = successor.task;
    // C: acq_rel, pairs with C
    if (successor.pending.fetch_add_acq_rel(~std::uint32_t{0}) == 1) {
      if (task != nullptr) {
        make_ready(worker, *task);
      } else {
        Worker& waiter = *successor.waiter;
        // E: release, pairs with H
        successor.word.store_release(1);
        wake_waiter(waiter, successor.word, 1);
      }
    }
    edge = next;
  }
}

void free_dependences(Worker* worker, DependenceTable& table) {
  forget_all(worker, table);
  forget_entries(worker, table);
  give_back(worker, table);
}

namespace {

bool waits_for(const DependenceTable& table, const Dependence& dependence) {
  if (dependence.address == nullptr) {
    for (std::size_t i = 0; i < table.capacity; ++i) {
      if (!is_over(table.entries()[i].current)) {
        return true;
      }
    }
    return false;
  }
  const DependenceEntry& entry = find_slot(table, dependence.address);
  const bool joins = dependence.kind == entry.kind && dependence.kind != DependenceKind::out;
  return entry.address != nullptr && !is_over(joins ? entry.before : entry.current);
}

// Children that wait for others, or for a thread.
bool has_many_children(const Task& task) {
  return task.spawned - task.finished_here - task.finished_elsewhere.load_relaxed() >= queue_capacity;
}

// As long as there is something to run; what waits for an event that is still to come must not be waited for.
void help_out(Worker& worker) {
  bool helps = true;
  while (helps && has_many_children(*worker.current)) {
    helps = help_current(worker);
  }
}

}  // namespace

bool is_ready_and_alone(Worker& worker, const DependenceList& list) {
  if (may_defer(worker) && !has_many_children(*worker.current)) {
    return false;
  }
  const TaskExtra* parent = worker.current->extra;
  if (parent == nullptr || parent->table == nullptr) {
    return true;
  }
  const DependenceTable& table = *parent->table;
  bool waits = table.all != nullptr && !is_complete(*table.all);
  for (std::size_t i = 0; i < list.count && !waits; ++i) {
    waits = waits_for(table, list[i]);
  }
  return !waits;
}

void start_dependent(Worker& worker, Task& task, const DependenceList& list) {
  if (has_many_children(*worker.current)) [[unlikely]] {
    help_out(worker);
  }
  count_in(worker, task);
  if (add_dependences(worker, task, list)) {
    start_counted(worker, task);
  }
}

}  // namespace muster::tasks
