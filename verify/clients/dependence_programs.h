// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs in which a thread makes tasks with dependences and others run them, by the shipped graph and sets (tasks/dependence_graph.h,
// tasks/dependence_sets.h). A task runs once, after all that it depends on and with what they have done, alone among those that are mutually
// exclusive; and nodes, edges and exclusions are freed when nobody needs them any more. Memory, and how a task is run, are this file's own.
#pragma once

#include <span>
#include <string>

#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/fresh.h"
#include "data.h"
#include "tasks/dependence_sets.h"

namespace muster::verify {

// What a clause names: one of few addresses, or all memory.
inline constexpr std::uint32_t kMostAddresses = 5;
inline constexpr std::uint32_t kAllMemory = kMostAddresses;

struct Clause {
  std::uint32_t address;
  tasks::DependenceKind kind;
};

inline constexpr Clause in(std::uint32_t address) { return {address, tasks::DependenceKind::in}; }
inline constexpr Clause out(std::uint32_t address) { return {address, tasks::DependenceKind::out}; }
inline constexpr Clause inoutset(std::uint32_t address) { return {address, tasks::DependenceKind::inoutset}; }
inline constexpr Clause exclusive(std::uint32_t address) { return {address, tasks::DependenceKind::mutexinoutset}; }
inline constexpr Clause all_memory() { return {kAllMemory, tasks::DependenceKind::out}; }

enum class Starts : std::uint8_t {
  elsewhere,          // it has no predecessors, and a thread of its own runs it
  when_ready,         // the thread that makes it ready runs it
  undeferred,         // its maker waits for its predecessors and runs it
  at_once_if_it_can,  // if it has no predecessors left, its maker runs it and it takes no node; else like when_ready
};

struct TaskOfGraph {
  std::span<const Clause> clauses;
  // Which tasks it must see, by bits. They have been made earlier.
  std::uint32_t sees;
  Starts starts = Starts::when_ready;
};

struct GraphOfTasks {
  const char* name;
  std::span<const TaskOfGraph> tasks;
  // Tasks that run elsewhere begin when all have been made.
  bool begins_late = false;
};

class DependenceState;

// The Traits of the graph and of the sets.
struct CheckedDependences {
  struct Task;

  static constexpr std::uint32_t kMostTasks = 6;
  static constexpr std::uint32_t kMostClauses = 3;

  struct Exclusion : tasks::Exclusion<Checked> {
    const void* address = nullptr;
    tasks::Holders<Checked> holders{1};
    Lifetime memory;
  };

  // A node that has more than one keeps them in memory of their own.
  struct Edges {
    tasks::Edge<Checked> edges[kMostTasks];
    Lifetime memory;
  };

  struct Node : tasks::GraphNode<Checked> {
    Task* task = nullptr;
    SignallingWaiter* waiter = nullptr;
    Checked::Atomic<base::Episode> word;
    tasks::DependenceLink<Node> links_of_sets[kMostClauses];
    tasks::Turn<Checked> turns[kMostClauses];
    tasks::Edge<Checked> own_edge;
    Edges* more = nullptr;

    Exclusion& exclusion(std::uint32_t i) const { return static_cast<Exclusion&>(tasks::Turns<Checked>::exclusion(i)); }
  };

  struct Task {
    Node node;
    Lifetime memory;  // of the node
    Edges more;
    // What the maker writes last, what the task does, and how often it ran: a count, not shared data.
    Data<std::uint64_t> made;
    Data<std::uint64_t> done;
    std::uint32_t runs = 0;
  };

  using Entry = tasks::EntryOfSets<Node>;
  struct Table {
    Node* all = nullptr;
    Entry entries[kMostAddresses];
    bool has[kMostAddresses] = {};
  };

  using Platform = Checked;
  using Maker = DependenceState;
  using Thread = DependenceState;

  static tasks::Edge<Checked>* new_edge(DependenceState& state, Node& node);
  static void await_closed(DependenceState& state, Node& node);
  static void added(const Node& /*from*/, const Node& /*to*/) {}
  static void free_edges(DependenceState* state, Node& node);
  static Exclusion& new_exclusion(DependenceState& state, const void* address);
  static void give_back(DependenceState* state, Node& node);
  static void give_back(DependenceState* /*state*/, Exclusion& exclusion) { exclusion.memory.free(); }
  static void make_ready(DependenceState* state, Task& task);
  static void await_word(DependenceState& /*state*/, const Checked::Atomic<base::Episode>& word) {
    Checked::await_reached(word, 1, SignallingWaiter{});
  }
  static void wake_waiter(const SignallingWaiter& waiter, const Checked::Atomic<base::Episode>& /*word*/) {
    // Thread 0 makes all tasks.
    waiter.signalled(0);
  }

  static const Entry* find_entry(const Table& table, const void* address);
  static Entry& entry_for(DependenceState& state, Table& table, void* address);
  template <class Visit>
  static void for_each_entry(const Table& table, const Visit& visit) {
    for (std::uint32_t i = 0; i < kMostAddresses; ++i) {
      if (table.has[i]) {
        visit(table.entries[i]);
      }
    }
  }
  static void forget_entries(DependenceState* state, Table& table);
};

// Thread 0 makes all tasks, and runs those that are ready by then; thread n runs the n-th of those that start elsewhere.
Program dependence_program(const char* family, const GraphOfTasks& graph);

}  // namespace muster::verify
