// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What dependences are kept in: nodes, edges, sets and the table of a parent. dependence.h says who touches what.
#pragma once

#include "tasks/dependence.h"
#include "tasks/worker.h"

namespace muster::tasks {

// "The successor waits for the node in whose list this is." Memory is the successor's. Tools may read it (abi/kmp/task_graph.cpp), which
// is why the list and its elements have the layout that they know.
struct Successors;
struct Edge {
  Successors* successor;
  Edge* next;
};

// A node, by the list that it begins with for a tool.
struct Successors {
  Native::Atomic<Edge*> first{nullptr};
};

// "The node is in a set." Memory is the node's.
struct Link {
  DependenceNode* node;
  Link* next;
};

struct EdgeBlock : WaitBlock {
  EdgeBlock* more;
  Edge edges[1];
};

struct DependenceNode : WaitBlock, Successors {
  static constexpr std::uint32_t kOwnEdges = 4;
  // Predecessors as long as nobody has counted them: more than a task can have.
  static constexpr std::uint32_t kUncounted = 1U << 31;

  Native::Atomic<std::uint32_t> pending{kUncounted};
  // The table as long as the node is in a set, and the task.
  Native::Atomic<std::uint32_t> references{2};
  std::uint32_t links = 0;
  std::uint32_t edge_count = 0;
  // The parent's own: which of its children this is, and to which an edge was added last.
  std::uint64_t serial = 0;
  std::uint64_t last_successor = 0;
  Task* task = nullptr;
  // Without a task: who waits, until the word is 1.
  Worker* waiter = nullptr;
  EdgeBlock* more = nullptr;
  Edge own_edges[kOwnEdges];

  Link* own_links() { return reinterpret_cast<Link*>(this + 1); }
};

struct DependenceEntry {
  void* address;
  Link* current;
  Link* before;
  DependenceKind kind;
};

// Open addressing; as many entries as a power of two.
struct DependenceTable : WaitBlock {
  std::size_t capacity = 0;
  std::size_t used = 0;
  std::uint64_t nodes = 0;        // that the parent has made
  DependenceNode* all = nullptr;  // the last child that named all memory

  DependenceEntry* entries() { return reinterpret_cast<DependenceEntry*>(this + 1); }
  const DependenceEntry* entries() const { return reinterpret_cast<const DependenceEntry*>(this + 1); }
};

}  // namespace muster::tasks
