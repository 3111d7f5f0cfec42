// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a task learns that those it depends on are complete, on `Platform` alone: a list of successors that closes, a count of predecessors,
// and which still hold the memory of both.
//
// One thread makes the children of a parent, and adds edges from children that it made before to the one that it makes now. Meanwhile any
// thread may complete any of them.
//
// Ordering: A add      compare-and-swap release of first      pairs with B
//           B close    exchange acq_rel of first              pairs with A and F
//           F look     load acquire of first                  pairs with B: what the task has done is visible
//           C count    fetch_add acq_rel of left              pairs with C: the thread that brings it to 0 runs the task, and sees what all its
//                      predecessors have done and what its maker has written to the end
//           D leave    fetch_add acq_rel of holders           pairs with D: the last to leave frees the memory
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/platform.h"

namespace muster::tasks {

template <platform::Platform P>
class Successors;

// "The successor waits for the task in whose list this is." Memory is the successor's. Tools may read lists and elements, which is why both have
// the layout that they know (abi/kmp/task_graph.cpp).
template <platform::Platform P>
struct Edge {
  Successors<P>* successor;
  typename P::template Atomic<Edge*> next;
};

template <platform::Platform P>
class Successors {
 public:
  // Any thread. If so, what the task has done is visible to the caller.
  bool is_closed() const { return first_.load_acquire() == closed(); }  // F: acquire, pairs with B

  // By the thread that makes both tasks. False: the task is complete, and what it has done is visible.
  bool add(Edge<P>& edge) {
    Edge<P>* head = first_.load_relaxed();
    do {
      if (head == closed()) {
        return !is_closed();
      }
      edge.next.store_relaxed(head);
    } while (!first_.compare_exchange_release(head, &edge));  // A: release, pairs with B
    return true;
  }

  // Once, when the task is complete. Returns the edges, of which each may be gone as soon as its successor has been told.
  Edge<P>* close() { return first_.exchange_acq_rel(closed()); }  // B: acq_rel, pairs with A and F

  // By the thread that makes the tasks. For tools.
  const Edge<P>* look() const {
    const Edge<P>* first = first_.load_relaxed();
    return first != closed() ? first : nullptr;
  }

 private:
  // An edge without a successor, for a tool that looks too late.
  static Edge<P>* closed() { return reinterpret_cast<Edge<P>*>(closed_mark); }
  alignas(Edge<P>) static inline std::byte closed_mark[sizeof(Edge<P>)] = {};

  typename P::template Atomic<Edge<P>*> first_{nullptr};
};

template <platform::Platform P>
class Predecessors {
 public:
  // By the maker, when all edges have been added. True if none is left.
  bool count(std::uint32_t edges) {
    if (edges == 0) {
      return true;
    }
    const std::uint32_t before = left_.fetch_add_acq_rel(edges - kUncounted);  // C: acq_rel, pairs with C
    return before + edges == kUncounted;
  }
  // By the thread that completes one of them. True if it was the last.
  bool one_is_complete() { return left_.fetch_add_acq_rel(~std::uint32_t{0}) == 1; }  // C: acq_rel, pairs with C

 private:
  // As long as the maker has not counted them: more than a task can have.
  static constexpr std::uint32_t kUncounted = 1U << 31;

  typename P::template Atomic<std::uint32_t> left_{kUncounted};
};

// Those that refer to a block of memory: the task and the table of its parent to a node, tasks to their exclusion.
template <platform::Platform P>
class Holders {
 public:
  explicit Holders(std::uint32_t count) : count_(count) {}

  // By one of them, for another.
  void join() { count_.fetch_add_relaxed(1); }
  // True for the last.
  bool leave() { return count_.fetch_add_acq_rel(~std::uint32_t{0}) == 1; }  // D: acq_rel, pairs with D

 private:
  typename P::template Atomic<std::uint32_t> count_;
};

// A node's work is done: leaves it, which may free it, and then calls let_go(successors) for each node that waited for nothing else. `Node` is a
// Successors<P> and has `predecessors`.
template <class Node, class Leave, class LetGo>
void complete_node(Node& node, const Leave& leave, const LetGo& let_go) {
  auto* edge = node.close();
  leave(node);
  while (edge != nullptr) {
    // The edge is the successor's, which may be gone after the next step.
    auto* next = edge->next.load_relaxed();
    auto& successor = static_cast<Node&>(*edge->successor);
    if (successor.predecessors.one_is_complete()) {
      let_go(successor);
    }
    edge = next;
  }
}

}  // namespace muster::tasks
