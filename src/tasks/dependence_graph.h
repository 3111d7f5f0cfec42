// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a child with a depend clause does to the graph, on `Platform` alone: it adds edges from its predecessors, counts them, begins when none is
// left and it has its turns, tells its successors when it is complete, and leaves its memory. Which children are its predecessors the sets of
// its addresses say (dependence_sets.h).
//
// `Traits` says whose memory it is, and what a task and a thread are:
//
//   Platform, Node                       a Node is a GraphNode<Platform> and has
//                                          task               whose node it is, or null: a thread waits
//                                          waiter, word       which thread then, and until its word is 1
//                                          exclusion(i)       the memory of an exclusion, with `address` and `holders`
//   Maker                                the thread that runs the parent, and so makes its children
//   Thread                               one that completes some; a null pointer: no member of the team
//   new_edge(maker, node)                memory for the node's next edge, or null
//   await_closed(maker, node)            returns when the node's task is complete
//   added(from, to)                      is told of an edge
//   free_edges(thread, node)             takes back what new_edge() gave
//   new_exclusion(maker, address)        memory of an exclusion
//   give_back(thread, memory)            takes back a node or an exclusion
//   make_ready(thread, task)             the task may begin
//   await_word(maker, word)              returns when the word is 1
//   wake_waiter(waiter, word)            the word is 1, and its thread may sleep
//
// Ordering: E tell     store release of the word of a node without a task   pairs with the await acquire behind await_word()
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "tasks/exclusion.h"
#include "tasks/successors.h"

namespace muster::tasks {

// The part of a node that all threads share, and what its maker alone counts.
template <platform::Platform P>
struct GraphNode : Successors<P>, Turns<P> {
  Predecessors<P> predecessors;
  Holders<P> holders{2};  // the table as long as the node is in a set, and the task
  std::uint32_t links = 0;
  std::uint32_t edge_count = 0;
  // The parent's own: which of its children this is, and to which an edge was added last.
  std::uint64_t serial = 0;
  std::uint64_t last_successor = 0;
};

template <class Traits>
class DependenceGraph {
 public:
  using P = typename Traits::Platform;
  using Node = typename Traits::Node;
  using Maker = typename Traits::Maker;
  using Thread = typename Traits::Thread;

  // Where there is no memory for an edge, the predecessor is waited for.
  static void add_edge(Maker& maker, Node& from, Node& to) {
    if (&from == &to || from.is_closed()) {
      return;
    }
    // A second dependence between the two. All edges to a node are added before any to the next.
    if (from.last_successor == to.serial) {
      return;
    }
    from.last_successor = to.serial;
    Edge<P>* edge = Traits::new_edge(maker, to);
    if (edge == nullptr) [[unlikely]] {
      Traits::await_closed(maker, from);
      return;
    }
    edge->successor = &to;
    if (from.add(*edge)) {
      ++to.edge_count;
      Traits::added(from, to);
    }
  }

  // When all edges to the node of a task have been added. True if the task is ready; else another thread may begin it from now on.
  static bool begin(Maker& maker, Node& node) {
    if (node.links == 0) {
      drop(&maker, node);
    }
    return node.predecessors.count(node.edge_count) && node.take();
  }

  // The same for a node without a task, which is in no set: waits. True: it has turns, to be released when what others must not do meanwhile is done.
  static bool await_turn(Maker& maker, Node& node) {
    if (!node.predecessors.count(node.edge_count) || !node.take()) {
      Traits::await_word(maker, node.word);
    }
    drop(&maker, node);
    if (node.turn_count() != 0) {
      return true;
    }
    release(&maker, node);
    return false;
  }

  // The task is complete, or the thread has had its turn: the turns pass on, and successors are told.
  static void release(Thread* thread, Node& node) {
    Traits::free_edges(thread, node);
    node.pass([thread](Turns<P>& next) { tell(thread, static_cast<Node&>(next)); });
    complete_node(
        node, [thread](Node& complete) { drop(thread, complete); },
        [thread](Node& successor) {
          if (successor.take()) {
            tell(thread, successor);
          }
        });
  }

  // One of the two that refer to a node does so no more.
  static void drop(Thread* thread, Node& node) {
    if (!node.holders.leave()) {
      return;
    }
    for (std::uint32_t i = 0; i < node.turn_count(); ++i) {
      auto& exclusion = node.exclusion(i);
      if (exclusion.holders.leave()) {
        Traits::give_back(thread, exclusion);
      }
    }
    Traits::give_back(thread, node);
  }

 private:
  static void tell(Thread* thread, Node& ready) {
    if (ready.task != nullptr) {
      Traits::make_ready(thread, *ready.task);
      return;
    }
    // The thread that waits may free the node as soon as it sees its word.
    auto& waiter = *ready.waiter;
    // E: release, pairs with H in tasks/dependence_node.h
    ready.word.store_release(1);
    Traits::wake_waiter(waiter, ready.word);
  }
};

}  // namespace muster::tasks
