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

#include <cstddef>
#include <cstdint>

#include <span>

#include "tasks/dependence_sets.h"
#include "tasks/schedule.h"

namespace muster::tasks {

// What a clause names, read once from the form of an ABI by read(i). Memory for more than a few is the worker's. Beside omp_all_memory nothing else
// says anything, so then it is all that counts.
class DependenceList {
 public:
  template <class Read>
  DependenceList(Worker& worker, std::size_t count, Read&& read)
      : worker_(worker), items_(reinterpret_cast<Dependence*>(few_)), count_(count), named_(count) {
    if (count > kFew) [[unlikely]] {
      allocate();
    }
    for (std::size_t i = 0; i < count; ++i) {
      items_[i] = read(i);
      exclusions_ += items_[i].kind == DependenceKind::mutexinoutset ? 1 : 0;
      if (items_[i].address == nullptr) [[unlikely]] {
        first_ = items_ + i;
      }
    }
    if (first_ != nullptr) [[unlikely]] {
      count_ = 1;
      exclusions_ = 0;
    } else {
      first_ = items_;
    }
  }
  ~DependenceList() {
    if (block_ != nullptr) [[unlikely]] {
      release();
    }
  }
  DependenceList(const DependenceList&) = delete;
  DependenceList& operator=(const DependenceList&) = delete;

  std::size_t count() const { return count_; }
  // Those of kind mutexinoutset.
  std::size_t exclusions() const { return exclusions_; }
  const Dependence* begin() const { return first_; }
  const Dependence* end() const { return first_ + count_; }
  // All that the clause names, also beside omp_all_memory.
  std::span<const Dependence> named() const { return {items_, named_}; }

 private:
  static constexpr std::size_t kFew = 8;

  // Ends the program with a message when there is no memory.
  void allocate();
  void release();

  Worker& worker_;
  memory::Block* block_ = nullptr;
  Dependence* items_;
  const Dependence* first_ = nullptr;
  std::size_t count_;
  std::size_t named_;
  std::size_t exclusions_ = 0;
  // Not initialised: most lists are shorter.
  alignas(Dependence) std::byte few_[kFew * sizeof(Dependence)];
};

struct DependenceNode;
struct DependenceTable;

// Starts a child of the worker's current task, now or when its predecessors are complete.
void start_dependent(Worker& worker, Task& task, const DependenceList& list);

// Whether no child with a dependence was deferred, and none can be: then there is nothing that one could wait for.
inline bool has_no_dependences(const Worker& worker) {
  return worker.team_size == 1 && (worker.current->extra == nullptr || worker.current->extra->table == nullptr) &&
         !defers_alone(worker);
}
// Whether such a child runs at once and is left out of the table: it cannot be deferred, since nobody else is there or the limit of tasks is out, and
// none of its predecessors is left.
bool is_ready_and_undeferred(Worker& worker, const DependenceList& list);

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

// It is about to be told that the node's task has ended: no edge from it is told from now on.
void forget_record(DependenceNode& node);

// For tools. A task's place in the graph and the list of those that wait for it, as long as it has a node and is not complete; else null.
// To be called by the thread that makes the task's siblings.
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
