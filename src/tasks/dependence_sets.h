// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which children wait for which: the sets of children that named an address last (dependence.h), on `Platform` alone. The thread that runs the parent
// enters the next child into them, and adds the edges to it. All that it sees of other threads is that a node has closed.
//
// Besides what dependence_graph.h asks for, `Traits` has the table of the parent, in which `all` is the last child that named all memory:
//
//   Table
//   entry_for(maker, table, address)     the entry of the address, made if there is none
//   find_entry(table, address)           the same, or null
//   for_each_entry(table, visit)         calls visit(entry)
//   forget_entries(thread, table)        drops the sets of all entries, and the entries
#pragma once

#include <cstdint>

#include "base/base.h"
#include "tasks/dependence_graph.h"

namespace muster::tasks {

enum class DependenceKind : std::uint8_t { in, out, inoutset, mutexinoutset };

struct Dependence {
  void* address;  // null: omp_all_memory
  DependenceKind kind;
};

// "The node is in a set." Memory is the node's.
template <class Node>
struct DependenceLink {
  Node* node;
  DependenceLink* next;
};

template <class Node>
struct EntryOfSets {
  void* address;
  EntryOfSets* next;  // of the bucket, or unused
  DependenceLink<Node>* current;
  DependenceLink<Node>* before;
  DependenceKind kind;
  // How many children have joined `current` since it was swept last, and with how many it is swept.
  std::uint32_t joined = 0;
  std::uint32_t sweep_at = kFirstSweep;

  static constexpr std::uint32_t kFirstSweep = 32;
};

// Whether a child of the kind joins the entry's last set, and does not begin another.
template <class Node>
bool joins(const EntryOfSets<Node>& entry, DependenceKind kind) {
  return kind == entry.kind && kind != DependenceKind::out && entry.current != nullptr;
}

template <class Traits>
class DependenceSets {
 public:
  using Graph = DependenceGraph<Traits>;
  using Node = typename Traits::Node;
  using Table = typename Traits::Table;
  using Maker = typename Traits::Maker;
  using Thread = typename Traits::Thread;
  using Link = DependenceLink<Node>;
  using Entry = EntryOfSets<Node>;

  // Adds edges from all predecessors, and enters the node for those that come later, for which the table has room.
  template <class List>
  static void enter(Maker& maker, Table& table, Node& node, Link* links, const List& list) {
    wait_for_last_of_all(maker, table, node);
    for (const Dependence& dependence : list) {
      enter_one(maker, table, node, dependence, *links++);
    }
  }

  // Adds edges only: the child will be complete before the next one is made.
  template <class List>
  static void look_up(Maker& maker, Table& table, Node& node, const List& list) {
    wait_for_last_of_all(maker, table, node);
    for (const Dependence& dependence : list) {
      look_up_one(maker, table, node, dependence);
    }
  }

  // Whether a child that would take no node has no predecessor left; what they have done is visible then.
  template <class List>
  static bool is_ready(const Table& table, const List& list) {
    if (table.all != nullptr && !table.all->is_closed()) {
      return false;
    }
    for (const Dependence& dependence : list) {
      if (waits_for(table, dependence)) {
        return false;
      }
    }
    return true;
  }

  // Whether all of the set are complete.
  static bool is_over(const Link* set) {
    for (; set != nullptr; set = set->next) {
      if (!set->node->is_closed()) {
        return false;
      }
    }
    return true;
  }

  static void drop_set(Thread* thread, Link* link) {
    while (link != nullptr) {
      Link* next = link->next;
      Node& node = *link->node;
      if (--node.links == 0) {
        Graph::drop(thread, node);
      }
      link = next;
    }
  }

  // True if all that the entry has are complete: then nobody needs it any more.
  static bool drop_if_over(Thread* thread, const Entry& entry) {
    if (!is_over(entry.current) || !is_over(entry.before)) {
      return false;
    }
    drop_set(thread, entry.current);
    drop_set(thread, entry.before);
    return true;
  }

  static void forget_all(Thread* thread, Table& table) {
    if (table.all != nullptr) {
      if (--table.all->links == 0) {
        Graph::drop(thread, *table.all);
      }
      table.all = nullptr;
    }
  }

  // Drops the children of the last set that are complete, but for one by which the set is known. The set of a variable that is only read would keep all that ever joined it.
  static void sweep(Maker& maker, Entry& entry) {
    std::uint32_t left = 0;
    for (Link** at = &entry.current->next; *at != nullptr;) {
      Link* link = *at;
      if (!link->node->is_closed()) {
        ++left;
        at = &link->next;
        continue;
      }
      *at = link->next;
      link->next = nullptr;
      drop_set(&maker, link);
    }
    entry.joined = 0;
    // It is swept again when as many have joined as are left, so that a child costs one look at another in all.
    entry.sweep_at = left + Entry::kFirstSweep;
  }

 private:
  static void add_edges(Maker& maker, const Link* set, Node& to) {
    for (; set != nullptr; set = set->next) {
      Graph::add_edge(maker, *set->node, to);
    }
  }

  static void wait_for_all(Maker& maker, Table& table, Node& node) {
    Traits::for_each_entry(table, [&](const Entry& entry) { add_edges(maker, entry.current, node); });
  }

  static void wait_for_last_of_all(Maker& maker, Table& table, Node& node) {
    if (table.all == nullptr) {
      return;
    }
    if (table.all->is_closed()) {
      forget_all(&maker, table);
    } else {
      Graph::add_edge(maker, *table.all, node);
    }
  }

  // --- mutexinoutset ---------------------------------------------------------------------------------------------------

  // The same task may name an address twice.
  static auto* exclusion_of(const Node& node, const void* address) {
    for (std::uint32_t i = 0; i < node.turn_count(); ++i) {
      if (node.exclusion(i).address == address) {
        return &node.exclusion(i);
      }
    }
    return static_cast<decltype(&node.exclusion(0))>(nullptr);
  }

  static void join_exclusion(Node& node, const Link& set, const void* address) {
    if (exclusion_of(node, address) != nullptr) {
      return;
    }
    auto& exclusion = *exclusion_of(*set.node, address);
    exclusion.holders.join();
    node.need(exclusion);
  }

  // --- a dependence ----------------------------------------------------------------------------------------------------

  MUSTER_ALWAYS_INLINE static void enter_one(Maker& maker, Table& table, Node& node, const Dependence& dependence,
                                             Link& link) {
    if (dependence.address == nullptr) {
      wait_for_all(maker, table, node);
      forget_all(&maker, table);
      Traits::forget_entries(&maker, table);
      table.all = &node;
      ++node.links;
      return;
    }
    Entry& entry = Traits::entry_for(maker, table, dependence.address);
    link.node = &node;
    ++node.links;
    if (joins(entry, dependence.kind)) {
      add_edges(maker, entry.before, node);
      if (dependence.kind == DependenceKind::mutexinoutset) {
        join_exclusion(node, *entry.current, entry.address);
      }
      link.next = entry.current;
      entry.current = &link;
      if (++entry.joined >= entry.sweep_at) [[unlikely]] {
        sweep(maker, entry);
      }
      return;
    }
    add_edges(maker, entry.current, node);
    drop_set(&maker, entry.before);
    entry.before = entry.current;
    // Nobody joins a set of this kind, so nobody needs to know what was before.
    if (dependence.kind == DependenceKind::out) {
      drop_set(&maker, entry.before);
      entry.before = nullptr;
    }
    if (dependence.kind == DependenceKind::mutexinoutset) {
      node.need(Traits::new_exclusion(maker, entry.address));
    }
    link.next = nullptr;
    entry.current = &link;
    entry.kind = dependence.kind;
    entry.joined = 0;
    entry.sweep_at = Entry::kFirstSweep;
  }

  static void look_up_one(Maker& maker, Table& table, Node& node, const Dependence& dependence) {
    if (dependence.address == nullptr) {
      wait_for_all(maker, table, node);
      return;
    }
    const Entry* entry = Traits::find_entry(table, dependence.address);
    if (entry == nullptr) {
      return;
    }
    if (!joins(*entry, dependence.kind)) {
      add_edges(maker, entry->current, node);
      return;
    }
    add_edges(maker, entry->before, node);
    if (dependence.kind == DependenceKind::mutexinoutset) {
      join_exclusion(node, *entry->current, entry->address);
    }
  }

  static bool waits_for(const Table& table, const Dependence& dependence) {
    if (dependence.address == nullptr) {
      bool waits = false;
      Traits::for_each_entry(table, [&waits](const Entry& entry) { waits = waits || !is_over(entry.current); });
      return waits;
    }
    const Entry* entry = Traits::find_entry(table, dependence.address);
    if (entry == nullptr) {
      return false;
    }
    // A task that has no node takes no turns, so none must be left that does.
    const bool is_exclusive = dependence.kind == DependenceKind::mutexinoutset && !is_over(entry->current);
    return is_exclusive || !is_over(joins(*entry, dependence.kind) ? entry->before : entry->current);
  }
};

}  // namespace muster::tasks
