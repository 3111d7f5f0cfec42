// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependences between the children of a task (OpenMP 5.2, 15.9.5): which of them must be complete before another may begin.
//
// Each parent has a table from addresses to the children that last named them. Only the thread that runs the parent makes children, so the
// table needs no lock. A child with a depend clause has a node; what several threads touch is in the node: the list of its
// successors, which closes when it completes, and the number of its predecessors that have not.
//
// An address has the set of the children that named it last with one kind, and the set before that. Children of a set are independent of
// each other (kinds in, inoutset and mutexinoutset) and depend on all of the set before; a child of another kind begins a new set:
//
//     out a1    in a2  in a3    inoutset a4  inoutset a5    out a6        a2, a3 wait for a1; a4, a5 for a2, a3; a6 for a4, a5
//
// A set of kind mutexinoutset has an exclusion besides (exclusion.h). A child of it that has no predecessors left is ready when it has its turn
// there, which it keeps until it is complete.
#pragma once

#include <cstdint>

#include "tasks/task.h"

namespace muster::tasks {

enum class DependenceKind : std::uint8_t { in, out, inoutset, mutexinoutset };

struct Dependence {
  void* address;  // null: omp_all_memory
  DependenceKind kind;
};

// Reads the i-th dependence of a clause in the form of an ABI.
struct DependenceList {
  std::size_t count;
  Dependence (*at)(const void* clause, std::size_t i);
  const void* clause;

  Dependence operator[](std::size_t i) const { return at(clause, i); }
};

struct DependenceNode;
struct DependenceTable;

// Starts a child of the worker's current task, now or when its predecessors are complete.
void start_dependent(Worker& worker, Task& task, const DependenceList& list);

// Whether such a child had better be run at once and left out of the table: nobody else is there, or enough is put off already, and none of
// its predecessors is left.
bool is_ready_and_alone(Worker& worker, const DependenceList& list);

// Waits, running tasks, until the predecessors that such a child would have are complete.
void await_dependences(Worker& worker, const DependenceList& list);
// The same for a child that is about to run at once. If others must not run meanwhile, returns what end_turn() wants when it is complete,
// else null.
DependenceNode* await_turn(Worker& worker, const DependenceList& list);
inline void end_turn(Worker& worker, DependenceNode* node);
// For an ABI whose call for taskwait is also the one that comes before an undeferred task: the turn is kept until there is such a task, or the
// thread waits for anything.
void await_and_keep_turn(Worker& worker, const DependenceList& list);
DependenceNode* take_kept_turn(Worker& worker);
void give_kept_turn_up(Worker& worker);

// The task is complete: its turns pass on, and successors are told. `worker` is null for a thread that is no member.
void release_dependences(Worker* worker, DependenceNode& node);

// For tools. A task's place in the graph and the list of those that wait for it, as long as it has a node and is not complete; else null.
// To be called by who makes the task's siblings.
const void* place_in_graph(const Task& task);
const void* first_successor(const Task& task);

// The parent is complete, or its thread goes.
void free_dependences(Worker* worker, DependenceTable& table);

inline void end_turn(Worker& worker, DependenceNode* node) {
  if (node != nullptr) [[unlikely]] {
    release_dependences(&worker, *node);
  }
}

}  // namespace muster::tasks
