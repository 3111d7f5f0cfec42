// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a new task begins: whether it runs now, is deferred, or waits for its dependences first. README.md has the reasons ("When a task runs
// at once"). All fronts decide here. A front says what it knows of the task by a type of its own, so that what it knows when it is compiled
// costs nothing, and a task that runs on its maker's data needs no descriptor:
//
//   is_detachable()            it has an event
//   is_for_helper()            a thread of no team may run it
//   is_counted_at_once()       one of the two: it is counted in also where it could run at once
//   may_be_dealt(self)         those who listen have been told that it may be deferred, and want it to be (dealing.h)
//   level()                    its priority
//   make(self)                 its descriptor, with its data; listeners have been told of it
//   run(self)                  runs it, in place or with a descriptor
//   await_turn(self, list)     waits for the dependences of a task that cannot be deferred. Returns what end_turn() wants
//
// Either make() or run() is called, once, but for a task whose descriptor is there already. `self` is a Worker, or what a front has that is one: it
// is handed on as it came, so that nothing is converted before it has to be.
#pragma once

#include "tasks/dealing.h"
#include "tasks/dependence.h"
#include "tasks/in_place.h"
#include "tasks/schedule.h"

namespace muster::tasks {

// A task that has been made, of which listeners have been told.
struct Made {
  Task& task;

  bool is_detachable() const { return task.is(kDetachable); }
  bool is_for_helper() const { return task.is(kForHelper); }
  bool is_counted_at_once() const { return (task.tag & (kDetachable | kForHelper)) != 0; }
  bool may_be_dealt(const Worker& worker) const { return is_dealt(worker, task); }
  static constexpr std::int32_t level() { return 0; }
  MUSTER_ALWAYS_INLINE Task& make(Worker& /*worker*/) const { return task; }
  MUSTER_ALWAYS_INLINE void run(Worker& worker) const { execute(worker, task); }
  MUSTER_ALWAYS_INLINE static DependenceNode* await_turn(Worker& worker, const DependenceList& list) {
    return tasks::await_turn(worker, list);
  }
};

// Whether tasks that the current task makes are in vain, because its region or taskgroup is cancelled. For a front that has nothing of a
// new task yet.
MUSTER_ALWAYS_INLINE bool makes_in_vain(const Worker& worker) {
  return cancellation && is_cancelled(worker, *worker.current);
}

// Whether a task that may go to a helper does. One that does not is as any other task from now on.
bool goes_to_helper(const Worker& worker, Task& task, bool may_be_deferred);

// A task without dependences. `if_clause`: it is not undeferred by a clause of its own.
template <class Self, class New>
MUSTER_ALWAYS_INLINE void start(Self& self, const New& task, bool if_clause) {
  if (task.is_for_helper() && goes_to_helper(self, task.make(self), if_clause)) {
    Task& made = task.make(self);
    count_in(self, made);
    give_to_helper(made);
  } else if (if_clause && (may_defer(self) || task.may_be_dealt(self)) &&
             (MUSTER_LIKELY(task.level() == 0) || has_room_in_list(self))) {
    Task& made = task.make(self);
    const std::int32_t level = task.level();
    if (level > 0) {
      defer_with_priority(self, made, level);
    } else {
      defer(self, made);
    }
  } else if (task.is_detachable()) {
    // Its event may be fulfilled later.
    Task& made = task.make(self);
    count_in(self, made);
    execute(self, made);
  } else {
    task.run(self);
  }
}

// A task with dependences. A target task for which there is no helper is not deferred either: its maker waits for what it depends on.
template <class Self, class New>
MUSTER_ALWAYS_INLINE void start(Self& self, const New& task, bool if_clause, const DependenceList& list) {
  bool may_be_deferred = if_clause && !self.current->is(kFinal);
  const bool is_handed_on = task.is_for_helper();
  if (is_handed_on) {
    may_be_deferred = goes_to_helper(self, task.make(self), may_be_deferred);
  }
  if (!may_be_deferred && !task.is_detachable()) {
    DependenceNode* turn = task.await_turn(self, list);
    task.run(self);
    end_turn(self, turn);
    return;
  }
  if (!may_be_deferred) {
    await_dependences(self, list);
  } else if (!task.is_detachable() && !is_handed_on && is_ready_and_undeferred(self, list)) {
    task.run(self);
    return;
  }
  Task& made = task.make(self);
  if (const std::int32_t level = task.level(); level > 0) [[unlikely]] {
    set_priority(self, made, level);
  }
  start_dependent(self, made, list);
}

// The same where nobody listens. The clause is read, by read_list(), only if there is a task that it could name.
template <class Self, class New, class ReadList>
MUSTER_ALWAYS_INLINE void start_reading(Self& self, const New& task, bool if_clause, const ReadList& read_list) {
  if (!task.is_counted_at_once() && has_no_dependences(self)) {
    task.run(self);
    return;
  }
  start(self, task, if_clause, read_list());
}

// A taskwait with depend and nowait: an empty task with these dependences.
void start_empty(Worker& worker, const DependenceList& list, events::Caller caller);

// The shortest way, for a task without clauses that has no data but its maker's: it runs in place where it cannot be deferred and the current
// task keeps a descriptor. False: it has to be started. In a team of one no branch is taken.
template <class Self, class Call>
MUSTER_ALWAYS_INLINE bool try_to_run_in_place(Self& self, bool if_clause, const Call& call) {
  if (hosts(*self.current)) [[likely]] {
    if (self.team_size == 1) [[likely]] {
      run_in_place_alone(self, call);
      return true;
    }
    if (!if_clause || self.deque.is_full()) {
      run_in_place(self, 0, call);
      return true;
    }
  }
  return false;
}

// At once, on the maker's data. `flags`: kFinal or not.
template <class Self, class Call>
MUSTER_ALWAYS_INLINE void run_on_makers_data(Self& self, std::uint32_t flags, const Call& call) {
  if (can_host(self)) [[likely]] {
    run_in_place(self, flags, call);
    return;
  }
  Task& task = make_task(self, sizeof(Task), flags);
  run_block(self, task, call);
  complete(self, task);
}

}  // namespace muster::tasks
