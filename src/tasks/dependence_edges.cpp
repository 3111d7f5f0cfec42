// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dependence_edges.h"

#include "tasks/dependence_table.h"
#include "tasks/schedule.h"
#include "tasks/shortage.h"

namespace muster::tasks {
namespace {

constexpr std::size_t kEdgesOfBlock = (512 - sizeof(EdgeBlock)) / sizeof(DependenceEdge) + 1;

// Null when there is no memory.
DependenceEdge* new_edge(Worker& worker, DependenceNode& node) {
  const std::uint32_t index = node.edge_count;
  if (index < DependenceNode::kOwnEdges) {
    return &node.own_edges[index];
  }
  const std::size_t in_block = (index - DependenceNode::kOwnEdges) % kEdgesOfBlock;
  if (in_block == 0) {
    auto* block =
        try_to_take_block<EdgeBlock>(worker, sizeof(EdgeBlock) + (kEdgesOfBlock - 1) * sizeof(DependenceEdge));
    if (block == nullptr) {
      return nullptr;
    }
    block->more = node.more;
    node.more = block;
  }
  return &node.more->edges[in_block];
}

void add_edge(Worker& worker, DependenceNode& from, DependenceNode& to) {
  if (&from == &to || from.is_closed()) {
    return;
  }
  // A second dependence between the two. All edges to a node are added before any to the next.
  if (from.last_successor == to.serial) {
    return;
  }
  from.last_successor = to.serial;
  DependenceEdge* edge = new_edge(worker, to);
  if (edge == nullptr) [[unlikely]] {
    while (!from.is_closed()) {
      pass_time(worker);
    }
    return;
  }
  edge->successor = &to;
  if (from.add(*edge)) {
    ++to.edge_count;
  }
}

void add_edges(Worker& worker, const Link* set, DependenceNode& to) {
  for (; set != nullptr; set = set->next) {
    add_edge(worker, *set->node, to);
  }
}

// --- mutexinoutset -----------------------------------------------------------------------------------------------------

// The same task may name an address twice.
ExclusionBlock* exclusion_of(const DependenceNode& node, const void* address) {
  for (std::uint32_t i = 0; i < node.turn_count(); ++i) {
    if (node.exclusion(i).address == address) {
      return &node.exclusion(i);
    }
  }
  return nullptr;
}

void join_exclusion(DependenceNode& node, const Link& set, const void* address) {
  if (exclusion_of(node, address) != nullptr) {
    return;
  }
  ExclusionBlock& exclusion = *exclusion_of(*set.node, address);
  exclusion.holders.join();
  node.need(exclusion);
}

void begin_exclusion(Worker& worker, DependenceNode& node, const void* address) {
  node.need(*new (&take_block(worker, sizeof(ExclusionBlock))) ExclusionBlock(address));
}

void wait_for_all(Worker& worker, DependenceTable& table, DependenceNode& node) {
  for_each_entry(table, [&](const DependenceEntry& entry) { add_edges(worker, entry.current, node); });
}

void wait_for_last_of_all(Worker& worker, DependenceTable& table, DependenceNode& node) {
  if (table.all == nullptr) {
    return;
  }
  if (table.all->is_closed()) {
    forget_all(&worker, table);
  } else {
    add_edge(worker, *table.all, node);
  }
}

void enter_one(Worker& worker, DependenceTable& table, DependenceNode& node, const Dependence& dependence, Link& link) {
  if (dependence.address == nullptr) {
    wait_for_all(worker, table, node);
    forget_all(&worker, table);
    forget_entries(&worker, table);
    table.all = &node;
    ++node.links;
    return;
  }
  DependenceEntry& entry = entry_for(worker, table, dependence.address);
  link.node = &node;
  ++node.links;
  if (joins(entry, dependence.kind)) {
    add_edges(worker, entry.before, node);
    if (dependence.kind == DependenceKind::mutexinoutset) {
      join_exclusion(node, *entry.current, entry.address);
    }
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
  if (dependence.kind == DependenceKind::mutexinoutset) {
    begin_exclusion(worker, node, entry.address);
  }
  link.next = nullptr;
  entry.current = &link;
  entry.kind = dependence.kind;
}

void look_up_one(Worker& worker, DependenceTable& table, DependenceNode& node, const Dependence& dependence) {
  if (dependence.address == nullptr) {
    wait_for_all(worker, table, node);
    return;
  }
  const DependenceEntry* entry = find_entry(table, dependence.address);
  if (entry == nullptr) {
    return;
  }
  if (!joins(*entry, dependence.kind)) {
    add_edges(worker, entry->current, node);
    return;
  }
  add_edges(worker, entry->before, node);
  if (dependence.kind == DependenceKind::mutexinoutset) {
    join_exclusion(node, *entry->current, entry->address);
  }
}

}  // namespace

DependenceNode* make_node(Worker& worker, DependenceTable& table, const DependenceList& list) {
  const std::size_t turns = list.exclusions() * sizeof(DependenceTurn);
  const std::size_t links = list.count() * sizeof(Link);
  auto* node = try_to_take_block<DependenceNode>(worker, sizeof(DependenceNode) + links + turns);
  if (node != nullptr) {
    node->provide(reinterpret_cast<DependenceTurn*>(node->own_links() + list.count()));
    node->serial = ++table.nodes;
  }
  return node;
}

void enter(Worker& worker, DependenceTable& table, DependenceNode& node, const DependenceList& list) {
  wait_for_last_of_all(worker, table, node);
  Link* link = node.own_links();
  for (const Dependence& dependence : list) {
    enter_one(worker, table, node, dependence, *link++);
  }
}

void look_up(Worker& worker, DependenceTable& table, DependenceNode& node, const DependenceList& list) {
  wait_for_last_of_all(worker, table, node);
  for (const Dependence& dependence : list) {
    look_up_one(worker, table, node, dependence);
  }
}

void free_edges(Worker* worker, DependenceNode& node) {
  while (node.more != nullptr) {
    EdgeBlock* block = node.more;
    node.more = block->more;
    give_back(worker, *block);
  }
}

}  // namespace muster::tasks
