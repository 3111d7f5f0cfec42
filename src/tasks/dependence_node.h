// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What dependences are kept in on this machine: nodes, edges, exclusions and the table of a parent, and what dependence_graph.h and
// dependence_sets.h ask for. dependence.h says which thread touches what.
#pragma once

#include <cstddef>
#include <cstdint>

#include "locks/locks.h"
#include "tasks/dependence.h"
#include "tasks/dependence_graph.h"
#include "tasks/dependence_sets.h"
#include "tasks/schedule.h"
#include "tasks/worker.h"

namespace muster::tasks {

using DependenceEdge = Edge<Native>;
using DependenceTurn = Turn<Native>;
using Link = DependenceLink<DependenceNode>;
using DependenceEntry = EntryOfSets<DependenceNode>;

struct EdgeBlock : WaitBlock {
  EdgeBlock* more;
  DependenceEdge edges[1];
};

// The exclusion of a set of kind mutexinoutset. Tasks that take turns there refer to it.
struct ExclusionBlock : WaitBlock, Exclusion<Native> {
  explicit ExclusionBlock(const void* of) : address(of) {}

  const void* address;
  Holders<Native> holders{1};
};

// Behind it stand a link for each dependence, a turn for each of kind mutexinoutset, and edges: as many as dependences, which is what most nodes need, but no
// more than kFewEdges, and whatever the block has room for besides. A node of one dependence takes three lines, and none of the first four more than four.
struct DependenceNode : WaitBlock, GraphNode<Native> {
  static constexpr std::size_t kFewEdges = 4;

  Task* task = nullptr;
  // Without a task: the thread that waits, until the word is 1.
  Worker* waiter = nullptr;
  EdgeBlock* more = nullptr;
  // They are in the task's record, and null from the moment on at which it is told that the task has ended, and where nobody listens. The thread that makes the siblings
  // sees the node longer than the record, and holds the mutex while it tells of an edge from it.
  events::Marks* marks = nullptr;
  locks::Mutex<Native> marks_mutex;
  std::uint32_t own_edges = 0;

  // From the end of the block.
  DependenceEdge& own_edge(std::uint32_t index) {
    std::byte* end = reinterpret_cast<std::byte*>(this) + memory::bytes_of(size_class);
    return *(reinterpret_cast<DependenceEdge*>(end) - 1 - index);
  }
  Link* own_links() { return reinterpret_cast<Link*>(this + 1); }
  ExclusionBlock& exclusion(std::uint32_t i) const { return static_cast<ExclusionBlock&>(Turns<Native>::exclusion(i)); }
};

// A hash table of chains. Behind it stand as many buckets as entries, a power of two, and the entries.
struct DependenceTable : WaitBlock {
  std::size_t capacity = 0;
  DependenceEntry* unused = nullptr;
  std::uint64_t nodes = 0;        // that the parent has made
  DependenceNode* all = nullptr;  // the last child that named all memory

  DependenceEntry** buckets() { return reinterpret_cast<DependenceEntry**>(this + 1); }
  DependenceEntry* const* buckets() const { return reinterpret_cast<DependenceEntry* const*>(this + 1); }
};

// The Traits of the graph and of the sets.
struct NativeDependences {
  using Platform = Native;
  using Node = DependenceNode;
  using Table = DependenceTable;
  using Maker = Worker;
  using Thread = Worker;

  static DependenceEdge* new_edge(Worker& worker, DependenceNode& node) {
    const std::uint32_t index = node.edge_count;
    return index < node.own_edges ? &node.own_edge(index) : new_edge_in_block(worker, node);
  }
  static void added(DependenceNode& from, const DependenceNode& to) {
    if (events::listening) [[unlikely]] {
      tell_edge(from, to);
    }
  }
  static void tell_edge(DependenceNode& from, const DependenceNode& to);
  static void await_closed(Worker& worker, const DependenceNode& node);
  static void free_edges(Worker* worker, DependenceNode& node) {
    if (node.more != nullptr) [[unlikely]] {
      free_blocks(worker, node);
    }
  }
  static ExclusionBlock& new_exclusion(Worker& worker, const void* address);
  static void give_back(Worker* worker, memory::Block& block) { tasks::give_back(worker, block); }
  static void make_ready(Worker* worker, Task& task) { tasks::make_ready(worker, task); }
  // H: acquire, pairs with E in tasks/dependence_graph.h
  static void await_word(Worker& worker, const Native::Atomic<base::Episode>& word) {
    tasks::await_word(worker, word, 1);
  }
  static void wake_waiter(Worker& waiter, const Native::Atomic<base::Episode>& word) {
    tasks::wake_waiter(waiter, word, 1);
  }

  // The entry of the address, or null.
  static const DependenceEntry* find_entry(const DependenceTable& table, const void* address);
  // Makes one, for which there is room.
  static DependenceEntry& entry_for(Worker& worker, DependenceTable& table, void* address);
  template <class Visit>
  static void for_each_entry(const DependenceTable& table, const Visit& visit) {
    for (std::size_t bucket = 0; bucket < table.capacity; ++bucket) {
      for (const DependenceEntry* entry = table.buckets()[bucket]; entry != nullptr; entry = entry->next) {
        visit(*entry);
      }
    }
  }
  static void forget_entries(Worker* worker, DependenceTable& table);

 private:
  static DependenceEdge* new_edge_in_block(Worker& worker, DependenceNode& node);
  static void free_blocks(Worker* worker, DependenceNode& node);
};

using Graph = DependenceGraph<NativeDependences>;
using Sets = DependenceSets<NativeDependences>;

// Without edges; its links and turns have room for the list. Null when there is no memory.
DependenceNode* make_node(Worker& worker, DependenceTable& table, const DependenceList& list);

}  // namespace muster::tasks
