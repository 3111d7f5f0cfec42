// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which threads look for tasks, which sleep, and who wakes them (Board::sleepers), on this machine: idle_threads.h for workers. The rest is what
// a waiting::IdleWork calls, with the worker as its context.
#pragma once

#include "tasks/dependence.h"
#include "tasks/find.h"
#include "tasks/idle_threads.h"
#include "tasks/worker.h"

namespace muster::tasks {

struct NativeIdle {
  using Worker = tasks::Worker;

  static Sleepers<Native, Task>& sleepers_of(const Worker& worker) { return worker.board->sleepers; }
  static Sleeper<Native, Task>& sleeper_of(Worker& worker) { return worker.sleeper; }
  static const Sleeper<Native, Task>& sleeper_of(const Worker& worker) { return worker.sleeper; }
  static const Task* current_of(const Worker& worker) { return worker.current; }
  static bool any_work(const Worker& worker) { return tasks::any_work(worker); }
  // A thread that sleeps, or shares its CPU and may not look again for long, looks at all.
  static bool sees_work(Worker& worker) {
    if (leaves_teammates_alone(worker)) {
      return sees_own_work(worker);
    }
    return looks_again(worker) ? sees_any_work(worker) : tasks::any_work(worker);
  }
  static bool any_work_inside(Worker& worker) {
    if (leaves_teammates_alone(worker)) {
      return sees_own_work(worker);
    }
    const AcceptDescendants accept{*worker.current};
    return worker.board->listed.load_relaxed() != 0 ||
           (looks_again(worker) ? peek_at_some(worker, accept) : peek(worker, accept));
  }
  static void begins_to_look(Worker& worker) { give_kept_turn_up(worker); }
  static std::uint32_t threads_of(const Worker& worker) { return worker.team_size; }
  static std::uint32_t slot_of(const Worker& worker) { return worker.slot; }
  static Worker& mate_of(const Worker& worker, std::uint32_t slot) { return *worker.board->table()[slot]; }
  // What the worker makes are children of its current task. A late look finds a descriptor, if the wrong one.
  static bool may_take_from(const Worker& mate, const Worker& worker) {
    const Task* task = mate.sleeper.waits_in();
    return task != nullptr && descends_from(*worker.current, *task, [] { return true; }) == Descent::yes;
  }
  static waiting::Parker<Native>& parker_of(const Worker& worker) {
    // Y: acquire, pairs with X in teams/grow.cpp
    return worker.presence.load_acquire()->parker;
  }

 private:
  static bool looks_again(const Worker& worker) {
    return worker.sleeper.is(Asleep::kAwake) && worker.team_size <= cpus;
  }
  // For this look. A thread that is about to sleep must not with tasks in sight.
  static bool leaves_teammates_alone(Worker& worker) {
    if (!worker.sleeper.is(Asleep::kAwake)) {
      worker.steal_pace.end_pause();
    }
    return leaves_tasks_alone(worker);
  }
  static bool sees_own_work(const Worker& worker) {
    return worker.board->listed.load_relaxed() != 0 || !worker.deque.looks_empty();
  }
};

using Idle = IdleThreads<NativeIdle>;

inline Worker& self_of(void* context) { return *static_cast<Worker*>(context); }

// In a barrier, or between regions.
void falls_asleep(void* worker);
// On top of a task that waits.
void falls_asleep_inside(void* worker);
void wakes_up(void* worker);
void leaves(void* worker);

}  // namespace muster::tasks
