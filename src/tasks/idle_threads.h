// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// IdleThreads: what a thread does that waits where it may run tasks, and what one does that wakes it, on `Platform` alone. It is what a
// waiting::IdleWork calls; sleepers.h has the counts and fences behind it.
//
// `Traits` says what a thread knows:
//
//   Worker
//   sleepers_of(worker), sleeper_of(worker)  its team's Sleepers, and its own Sleeper
//   current_of(worker)                   the task that it runs, or in which it waits
//   any_work(worker)                     whether there is a task
//   sees_work(worker)                    whether it sees one at this look. Unless it is about to sleep it may leave some for its next looks
//   any_work_inside(worker)              whether there is a descendant of the current one, in the same way
//   begins_to_look(worker)               before it is counted as looking
//   threads_of(worker), slot_of(worker)  of its team
//   mate_of(worker, slot)                a thread of its team
//   may_take_from(mate, worker)          whether what the worker makes are descendants of the task in which the mate waits
//   parker_of(worker)                    by which it sleeps
#pragma once

#include <cstdint>

#include "tasks/sleepers.h"

namespace muster::tasks {

template <class Traits>
class IdleThreads {
 public:
  using Worker = typename Traits::Worker;

  // By a thread that is awake, or about to sleep: then it is counted already.
  static void start_looking(Worker& worker) {
    if (Traits::sleepers_of(worker).has_to_start_looking(Traits::sleeper_of(worker))) {
      Traits::begins_to_look(worker);
      Traits::sleepers_of(worker).start_looking(Traits::sleeper_of(worker));
    }
  }

  // It has found a task, or its wait is over.
  static void stop_looking(Worker& worker) {
    if (Traits::sleepers_of(worker).stop_looking(Traits::sleeper_of(worker),
                                                 [&] { return Traits::any_work(worker); })) {
      wake_one(worker);
    }
  }

  // Somebody has woken it for work, or is about to: it must not sleep on, counted as looking.
  static bool is_claimed(const Worker& worker) {
    return Traits::sleepers_of(worker).is_claimed(Traits::sleeper_of(worker));
  }

  // In a barrier, or between regions: any task will do.
  static bool finds_work(Worker& worker) {
    start_looking(worker);
    return is_claimed(worker) || Traits::sees_work(worker);
  }
  // On top of a task that waits: a descendant of that.
  static bool finds_work_inside(Worker& worker) { return is_claimed(worker) || Traits::any_work_inside(worker); }

  // True if find() has found a task, which run(task) has run.
  template <class Find, class Run>
  MUSTER_ALWAYS_INLINE static bool help(Worker& worker, const Find& find, const Run& run) {
    auto* task = find();
    if (task == nullptr) {
      return false;
    }
    stop_looking(worker);
    run(task);
    return true;
  }

  static void fall_asleep(Worker& worker) {
    Traits::sleepers_of(worker).fall_asleep(Traits::sleeper_of(worker), Asleep::kForAny, nullptr);
  }
  static void fall_asleep_inside(Worker& worker) {
    Traits::sleepers_of(worker).fall_asleep(Traits::sleeper_of(worker), Asleep::kForDescendants,
                                            Traits::current_of(worker));
  }
  static void wake_up(Worker& worker) { Traits::sleepers_of(worker).wake_up(Traits::sleeper_of(worker)); }

  static void wake_one(Worker& worker) {
    Traits::sleepers_of(worker).wake_one(Traits::sleeper_of(worker), Traits::current_of(worker), [&] {
      return wake_one_for(worker, Asleep::kForAny) || wake_one_for(worker, Asleep::kForDescendants);
    });
  }

 private:
  static bool wake_one_for(const Worker& worker, Asleep wanted) {
    const std::uint32_t threads = Traits::threads_of(worker);
    std::uint32_t slot = Traits::slot_of(worker);
    for (std::uint32_t i = 1; i < threads; ++i) {
      slot = slot + 1 < threads ? slot + 1 : 0;
      Worker& mate = Traits::mate_of(worker, slot);
      auto& sleeper = Traits::sleeper_of(mate);
      if (sleeper.is(wanted) && (wanted == Asleep::kForAny || Traits::may_take_from(mate, worker)) &&
          Traits::sleepers_of(worker).claim(sleeper, wanted)) {
        Traits::parker_of(mate).wake_if_parked();
        return true;
      }
    }
    return false;
  }
};

}  // namespace muster::tasks
