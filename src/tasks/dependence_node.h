// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What dependences are kept in: nodes, edges, sets and the table of a parent. dependence.h says who touches what.
#pragma once

#include "tasks/dependence.h"
#include "tasks/exclusion.h"
#include "tasks/successors.h"
#include "tasks/worker.h"

namespace muster::tasks {

using DependenceEdge = Edge<Native>;
using DependenceTurn = Turn<Native>;

// "The node is in a set." Memory is the node's.
struct Link {
  DependenceNode* node;
  Link* next;
};

struct EdgeBlock : WaitBlock {
  EdgeBlock* more;
  DependenceEdge edges[1];
};

// Of a set of kind mutexinoutset. Tasks that take turns there refer to it.
struct ExclusionBlock : WaitBlock, Exclusion<Native> {
  explicit ExclusionBlock(const void* of) : address(of) {}

  const void* address;
  Holders<Native> holders{1};
};

// Behind it stand a link for each dependence, and a turn for each of kind mutexinoutset.
struct DependenceNode : WaitBlock, Successors<Native>, Turns<Native> {
  static constexpr std::uint32_t kOwnEdges = 4;

  Predecessors<Native> predecessors;
  Holders<Native> holders{2};  // the table as long as the node is in a set, and the task
  std::uint32_t links = 0;
  std::uint32_t edge_count = 0;
  // The parent's own: which of its children this is, and to which an edge was added last.
  std::uint64_t serial = 0;
  std::uint64_t last_successor = 0;
  Task* task = nullptr;
  // Without a task: who waits, until the word is 1.
  Worker* waiter = nullptr;
  EdgeBlock* more = nullptr;
  DependenceEdge own_edges[kOwnEdges];

  Link* own_links() { return reinterpret_cast<Link*>(this + 1); }
  ExclusionBlock& exclusion(std::uint32_t i) const { return static_cast<ExclusionBlock&>(Turns<Native>::exclusion(i)); }
};

struct DependenceEntry {
  void* address;
  DependenceEntry* next;  // of the bucket, or unused
  Link* current;
  Link* before;
  DependenceKind kind;
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

}  // namespace muster::tasks
