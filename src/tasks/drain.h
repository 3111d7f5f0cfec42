// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drain: how the threads of a team that have come to a barrier, or to a join, agree that no task is left, on `Platform` alone. idle_threads.h has
// how they sleep and are woken for tasks meanwhile.
//
// Each thread counts the tasks that it makes and those that it completes, by phase: barriers take turns, because a thread that has left one makes
// tasks for the next while a slow one still counts. When all members have come, a thread that finds no task adds up: all `completed` first, then all
// `created`. Both only grow and no task is completed before it is created, so equal sums mean that at one moment between there was no task
// left, and nobody but a task could have made one. It publishes the barrier's number.
//
// Many threads come at the same time, and to add up reads a line of each. So a thread looks at as many deques as at any look first. If they are empty, some of
// many add up, the primary among them, and the others when it is their turn. A thread that has run a task adds up when it finds no other, as it may have been the last.
//
// Nobody need see the newest counts at once. Of two threads that complete the last tasks, and then sleep, each counts once more behind the fence of
// the park handshake, and one sees the other. That a thread is woken between regions when the last thread has come is not needed: the primary,
// which has said that all have, counts before it sleeps.
//
// Ordering  H complete  store release of completed, or fetch_add release from outside   pairs with I
//           I count     load acquire of completed, before any created is read
//           J all came  store release of joined    pairs with K: a thread between regions sees what each member had created
//           K look      load acquire of joined
//           Q publish   compare-and-swap release of drained   pairs with S: what the tasks have done is visible
//           S leave     await acquire of drained
//           N clear     store release of active    pairs with O: a thread that finds nothing to drain sees what was
//           O look      load acquire of active
//
// `Traits` says what a thread knows:
//
//   Platform, Worker, Board
//   board_of(worker)               its team's, with `active` (ActivePhases) and `drain` (DrainWords)
//   counters_of(board)             the TaskCounters of all that have made or completed tasks of the team: size() and [i]
//   barrier_of(worker)             the number of the barrier that it is in
//   is_primary(worker)
//   has_both_phases(board)         the region is cancelled: members have passed barriers without each other
//   waiter_of(worker), barrier_waiter_of(worker)   how it waits where it must not run tasks, and where it may
//   help(worker)                   runs tasks until it finds none. False: there was none
//   help_between(worker)           the same between regions: tasks of the worker's region
//   sees_work_on_coming(worker)    whether it sees a task at its first look: of its own any, of the others' as sees_work does
//   sees_work(worker), is_claimed(worker), stop_looking(worker)   as IdleThreads has them
//   takes_turn(worker)             before its first look in a barrier: which of them is the first to add up
//   is_count_due(worker)           whether it adds up at this look. It must be where the thread is about to sleep
//   is_in_region(worker)           whether the region that the worker was in last is the team's last
//   falls_asleep, wakes_up, leaves   of its IdleWork
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"
#include "waiting/waiting.h"

namespace muster::tasks {

// In which of two phases there have been tasks. Nobody is two barriers ahead, so a phase's next tasks are made when all have left the last ones'
// barrier.
template <platform::Platform P>
class ActivePhases {
 public:
  // A task of the phase is made.
  MUSTER_ALWAYS_INLINE void set(std::uint32_t phase) {
    if (words_[phase].load_relaxed() == 0) [[unlikely]] {
      words_[phase].store_relaxed(1);
    }
  }
  MUSTER_ALWAYS_INLINE bool is_set(std::uint32_t phase) const { return words_[phase].load_relaxed() != 0; }
  // When all have come.
  MUSTER_ALWAYS_INLINE bool is_to_drain(std::uint32_t phase) const {
    return words_[phase].load_acquire() != 0;  // O: acquire, pairs with N
  }
  // None is left. Others may still count; that they skip it is right as well.
  void clear(std::uint32_t phase) {
    words_[phase].store_release(0);  // N: release, pairs with O
  }

 private:
  typename P::template Atomic<std::uint32_t> words_[2];
};

// A thread's counts, by phase. Only the thread itself writes them.
template <platform::Platform P>
class TaskCounters {
 public:
  MUSTER_ALWAYS_INLINE void create(std::uint32_t phase) {
    created_[phase].store_relaxed(created_[phase].load_relaxed() + 1);
  }
  void complete(std::uint32_t phase) {
    completed_[phase].store_release(completed_[phase].load_relaxed() + 1);  // H: release, pairs with I
  }

  std::uint64_t look_at_created(std::uint32_t phase) const { return created_[phase].load_relaxed(); }
  std::uint64_t look_at_completed(std::uint32_t phase) const {
    return completed_[phase].load_acquire();  // I: acquire, pairs with H
  }

 private:
  using Count = typename P::template Atomic<std::uint64_t>;

  Count created_[2];
  Count completed_[2];
};

template <platform::Platform P>
struct DrainWords {
  // The last barrier whose tasks have all completed.
  typename P::template Atomic<base::Episode> drained{0};
  // The last join at which all members have come: threads that wait between regions cannot see it otherwise.
  typename P::template Atomic<base::Episode> joined{0};
  // Tasks completed by threads that have no place in the team.
  typename P::template Atomic<std::uint64_t> completed_from_outside[2];

  // A task by such a thread. It is its last use of the team's words: the region may end, and the team go, as soon as this is seen. `parker` is
  // the primary's, and stays.
  void complete_from_outside(std::uint32_t phase, waiting::Parker<P>& parker) {
    completed_from_outside[phase].fetch_add_release(1);  // H: release, pairs with I
    P::full_fence();
    parker.wake_if_parked();
  }
};

template <class Traits>
class Drain {
  using P = typename Traits::Platform;
  using Worker = typename Traits::Worker;
  using Board = typename Traits::Board;

 public:
  // The phase that the barrier which the worker is in waits for.
  static std::uint32_t phase_of(const Worker& worker) {
    return static_cast<std::uint32_t>((Traits::barrier_of(worker) - 1) & 1);
  }

  // When all members have come and there are tasks of the phase, by each of them.
  static void run(Worker& worker) {
    Board& board = Traits::board_of(worker);
    const waiting::IdleWork work{&help_to_drain,       &has_work_to_drain, &worker,
                                 Traits::falls_asleep, Traits::wakes_up,   Traits::leaves};
    bool goes_on = !is_drained(worker) && looks_on_coming(worker);
    while (goes_on && !is_drained(worker)) {
      goes_on = help_to_drain(&worker);
    }
    // S: acquire, pairs with Q
    P::await_reached(board.drain.drained, Traits::barrier_of(worker), Idle{Traits::waiter_of(worker), work});
    Traits::stop_looking(worker);
    if (Traits::is_primary(worker)) {
      board.active.clear(phase_of(worker));
    }
  }
  // At a join, by the primary alone.
  static void run_join(Worker& primary) {
    // J: release, pairs with K
    Traits::board_of(primary).drain.joined.store_release(Traits::barrier_of(primary));
    run(primary);
  }

  // In a team of one, whose barriers are not counted. What keeps tasks there from completing are events.
  static void run_alone(Worker& worker, std::uint32_t phase, const waiting::IdleWork& work) {
    Board& board = Traits::board_of(worker);
    auto& from_outside = board.drain.completed_from_outside[phase];
    for (;;) {
      while (work.help(&worker)) {
      }
      // I: acquire, pairs with H
      const std::uint64_t completed = from_outside.load_acquire();
      if (unfinished(board, phase, completed) == 0) {
        break;
      }
      // What this thread cannot complete somebody else will.
      P::await_reached(from_outside, completed + 1, Idle{Traits::waiter_of(worker), work});
    }
    board.active.clear(phase);
  }

  // Whether all tasks of the phase have completed, where nobody but tasks of the phase can make more.
  static bool is_phase_quiescent(const Board& board, std::uint32_t phase) {
    // I: acquire, pairs with H
    const std::uint64_t completed_from_outside = board.drain.completed_from_outside[phase].load_acquire();
    return unfinished(board, phase, completed_from_outside) == 0;
  }

  // What a thread does in a barrier before all have come.
  static bool help_in_barrier(void* context) { return Traits::help(self_of(context)); }
  static bool has_work_in_barrier(void* context) {
    Worker& worker = self_of(context);
    if (!Traits::board_of(worker).active.is_set(phase_of(worker))) {
      return Traits::is_claimed(worker);
    }
    return Traits::sees_work(worker);
  }

  // Between regions. The primary may have begun the next one, or wait for the tasks of the last.
  static bool help_between(void* context) {
    Worker& worker = self_of(context);
    if (Traits::help_between(worker)) {
      return true;
    }
    if (is_joined_and_quiescent(worker)) {
      publish(worker);
    }
    return false;
  }
  static bool has_work_between(void* context) {
    Worker& worker = self_of(context);
    if (!Traits::board_of(worker).active.is_set(phase_of(worker)) || !Traits::is_in_region(worker)) {
      return Traits::is_claimed(worker);
    }
    return Traits::sees_work(worker) || (Traits::is_count_due(worker) && is_joined_and_quiescent(worker));
  }

 private:
  struct Idle {
    waiting::Waiter<P>& waiter;
    const waiting::IdleWork& work;

    template <class Word, class Value>
    void wait_for(const Word& word, Value wanted) const {
      waiter.wait_for(word, wanted, work);
    }
  };

  static bool is_drained(const Worker& worker) {
    return base::reached(Traits::board_of(worker).drain.drained.load_relaxed(), Traits::barrier_of(worker));
  }

  static Worker& self_of(void* context) { return *static_cast<Worker*>(context); }

  // Tasks of the phase that have not completed. Exact when it is 0 and nobody but tasks of the phase can make more: all members have
  // come to the barrier.
  static std::uint64_t unfinished(const Board& board, std::uint32_t phase, std::uint64_t completed_from_outside) {
    const auto counters = Traits::counters_of(board);
    std::uint64_t left = 0 - completed_from_outside;
    for (std::uint32_t i = 0; i < counters.size(); ++i) {
      left -= counters[i].look_at_completed(phase);
    }
    for (std::uint32_t i = 0; i < counters.size(); ++i) {
      left += counters[i].look_at_created(phase);
    }
    return left;
  }
  // Tasks of a phase make tasks of the same, so both are quiescent when one has been found so after the other.
  static bool is_quiescent(const Board& board, std::uint32_t phase) {
    return is_phase_quiescent(board, phase) &&
           (!Traits::has_both_phases(board) || is_phase_quiescent(board, 1 - phase));
  }

  static void publish(Worker& worker) {
    auto& drained = Traits::board_of(worker).drain.drained;
    const base::Episode barrier = Traits::barrier_of(worker);
    base::Episode seen = drained.load_relaxed();
    // By compare-and-swap, because a thread between regions may be late, and the word only moves up.
    while (!base::reached(seen, barrier)) {
      // Q: release, pairs with S
      if (drained.compare_exchange_release(seen, barrier)) {
        Traits::barrier_waiter_of(worker).signalled_all();
        return;
      }
    }
  }

  // True: it has run tasks, so that it may have completed the last.
  static bool looks_on_coming(Worker& worker) {
    Traits::takes_turn(worker);
    if (Traits::sees_work_on_coming(worker)) {
      return Traits::help(worker);
    }
    if (Traits::is_count_due(worker) && is_quiescent(Traits::board_of(worker), phase_of(worker))) {
      publish(worker);
    }
    return false;
  }
  // When all have come. The thread that completes the last task counts at once, as it finds no other.
  static bool help_to_drain(void* context) {
    Worker& worker = self_of(context);
    if (Traits::help(worker)) {
      return true;
    }
    if (is_quiescent(Traits::board_of(worker), phase_of(worker))) {
      publish(worker);
      return true;
    }
    return false;
  }
  static bool has_work_to_drain(void* context) {
    Worker& worker = self_of(context);
    return Traits::sees_work(worker) ||
           (Traits::is_count_due(worker) && is_quiescent(Traits::board_of(worker), phase_of(worker)));
  }

  static bool is_joined_and_quiescent(const Worker& worker) {
    const Board& board = Traits::board_of(worker);
    // K: acquire, pairs with J
    return base::reached(board.drain.joined.load_acquire(), Traits::barrier_of(worker)) && !is_drained(worker) &&
           is_quiescent(board, phase_of(worker));
  }
};

}  // namespace muster::tasks
