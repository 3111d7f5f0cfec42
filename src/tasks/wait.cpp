// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a worker waits for tasks, and what it does meanwhile.
#include <algorithm>

#include "tasks/dependence.h"
#include "tasks/find.h"
#include "tasks/idle.h"
#include "tasks/schedule.h"

namespace muster::tasks {
namespace {

template <class Accept>
void run_all(Worker& worker, Task* task, const Accept& accept) {
  do {
    execute_chain(worker, *task);
    task = find_task(worker, accept);
  } while (task != nullptr);
}

// --- on top of a task that waits: its descendants only ---------------------------------------------------------------------

bool help_while_waiting(void* context) { return help_current(self_of(context)); }

bool has_work_for_current(void* context) { return Idle::finds_work_inside(self_of(context)); }

// --- any task ------------------------------------------------------------------------------------------------------------

// Tasks of the phase that have not completed. Exact when it is 0 and nobody but tasks of the phase can make more: all members have
// come to the barrier.
std::uint64_t unfinished(const Board& board, std::uint32_t phase, std::uint64_t completed_from_outside) {
  Worker** workers = board.workers.load_relaxed();
  const std::uint32_t capacity = board.capacity.load_relaxed();
  std::uint64_t left = 0 - completed_from_outside;
  for (std::uint32_t i = 0; i < capacity; ++i) {
    left -= workers[i]->counters.completed[phase].load_acquire();  // I: acquire, pairs with H in tasks/schedule.h
  }
  for (std::uint32_t i = 0; i < capacity; ++i) {
    left += workers[i]->counters.created[phase].load_relaxed();
  }
  return left;
}

bool is_phase_quiescent(const Board& board, std::uint32_t phase) {
  // I: acquire, pairs with H in tasks/schedule.cpp
  const std::uint64_t completed_from_outside = board.completed_from_outside[phase].load_acquire();
  return unfinished(board, phase, completed_from_outside) == 0;
}

// Tasks of a phase make tasks of the same, so both are quiescent when one has been found so after the other.
bool is_quiescent(const Board& board, std::uint32_t phase) {
  return is_phase_quiescent(board, phase) &&
         (!cancellation || board.cancelled.load_relaxed() == kRegionRuns || is_phase_quiescent(board, 1 - phase));
}

void publish_drained(Worker& worker) {
  Native::Atomic<base::Episode>& drained = worker.board->drained;
  base::Episode seen = drained.load_relaxed();
  // By compare-and-swap, because a thread between regions may be late, and the word only moves up.
  while (!base::reached(seen, worker.barrier_episode)) {
    // Q: release, pairs with S
    if (drained.compare_exchange_release(seen, worker.barrier_episode)) {
      worker.barrier_waiter.signalled_all();
      return;
    }
  }
}

template <class Accept>
bool help_any(Worker& worker, const Accept& accept) {
  return Idle::help(
      worker, [&] { return find_task(worker, accept); }, [&](Task* task) { run_all(worker, task, accept); });
}

// Before all members have come.
bool help_in_barrier(void* context) { return help_any(self_of(context), AcceptAny{}); }
bool has_work_in_barrier(void* context) {
  Worker& worker = self_of(context);
  if (worker.board->active[awaited_phase(worker)].load_relaxed() == 0) {
    return Idle::is_claimed(worker);
  }
  return Idle::finds_work(worker);
}

// Whether this look is one that counts. The thread that completes the last task counts at once, as it finds no other (help_to_drain, help_between); where two
// complete the last ones at the same moment, and neither sees the other's, one of the next looks finds it. A thread that is about to sleep has no next.
bool is_count_due(Worker& worker) {
  const std::uint32_t at_once = std::min(worker.team_size, worker.barrier_waiter.cpus());
  return worker.sleeper.is(Asleep::kForAny) || worker.count_pace.is_due(at_once);
}

// When all have.
bool help_to_drain(void* context) {
  Worker& worker = self_of(context);
  if (help_any(worker, AcceptAny{})) {
    return true;
  }
  if (is_quiescent(*worker.board, awaited_phase(worker))) {
    publish_drained(worker);
    return true;
  }
  return false;
}
bool has_work_to_drain(void* context) {
  Worker& worker = self_of(context);
  return Idle::finds_work(worker) || (is_count_due(worker) && is_quiescent(*worker.board, awaited_phase(worker)));
}

// Between regions. The primary may have begun the next one, or wait for the tasks of the last.
bool is_between(const Worker& worker) {
  const Board& board = *worker.board;
  return board.active[awaited_phase(worker)].load_relaxed() != 0 && board.region.load_relaxed() == worker.region;
}
bool is_joined_and_quiescent(const Worker& worker) {
  const Board& board = *worker.board;
  // The primary says so and then counts; this thread has completed tasks and now looks. One of the two sees the other.
  waiting::fence_before_waking<Native>(board.sleepers.fences());
  // K: acquire, pairs with J
  return base::reached(board.joined.load_acquire(), worker.barrier_episode) &&
         !base::reached(board.drained.load_relaxed(), worker.barrier_episode) &&
         is_quiescent(board, awaited_phase(worker));
}
bool help_between(void* context) {
  Worker& worker = self_of(context);
  if (help_any(worker, AcceptRegion{*worker.board, worker.region})) {
    return true;
  }
  if (is_joined_and_quiescent(worker)) {
    publish_drained(worker);
  }
  return false;
}
bool has_work_between(void* context) {
  Worker& worker = self_of(context);
  if (!is_between(worker)) {
    return Idle::is_claimed(worker);
  }
  return Idle::finds_work(worker) || (is_count_due(worker) && is_joined_and_quiescent(worker));
}

struct HelpingIdle {
  waiting::Waiter<Native>& waiter;
  const waiting::IdleWork& work;

  void wait_for(const Native::Atomic<base::Episode>& word, base::Episode wanted) const {
    waiter.wait_for(word, wanted, work);
  }
};

}  // namespace

bool help_current(Worker& worker) {
  return Idle::help(worker, [&] { return find_descendant(worker); }, [&](Task* task) { execute_chain(worker, *task); });
}

void await_word(Worker& worker, const Native::Atomic<base::Episode>& word, base::Episode wanted) {
  const waiting::IdleWork work{
      &help_while_waiting, &has_work_for_current, &worker, &falls_asleep_inside, &wakes_up, &leaves};
  give_kept_turn_up(worker);
  while (!Native::has_reached(word, wanted) && help_current(worker)) {
  }
  Native::await_reached(word, wanted, HelpingIdle{waiter_of(worker), work});
}

void await_children_slowly(Worker& worker) {
  Task& task = *worker.current;
  while (Task* next = take_own(worker)) {
    execute_chain(worker, *next);
    // G: acquire, pairs with F in tasks/schedule.cpp
    if (task.finished_elsewhere.load_acquire() == task.spawned - task.finished_here) {
      return;
    }
  }
  task.set(kWaits);
  // G: acquire, pairs with F in tasks/schedule.cpp
  await_word(worker, task.finished_elsewhere, task.spawned - task.finished_here);
  task.clear(kWaits);
}

void yield(Worker& worker) {
  if (worker.team_size > 1) {
    help_current(worker);
  }
}

void drain_all(Worker& worker) {
  Board& board = *worker.board;
  const waiting::IdleWork work{&help_to_drain, &has_work_to_drain, &worker, &falls_asleep, &wakes_up, &leaves};
  while (!Native::has_reached(board.drained, worker.barrier_episode) && help_to_drain(&worker)) {
  }
  // S: acquire, pairs with Q
  Native::await_reached(board.drained, worker.barrier_episode, HelpingIdle{waiter_of(worker), work});
  Idle::stop_looking(worker);
  if (worker.slot == 0) {
    // Others may still count; that they skip it is right as well. The phase's next tasks are two barriers away.
    // N: release, pairs with O in tasks/schedule.h
    board.active[awaited_phase(worker)].store_release(0);
  }
}

void drain(Worker& worker) {
  if (!cancellation || worker.board->cancelled.load_relaxed() == kRegionRuns) {
    drain_all(worker);
  }
}

void drain_join(Worker& primary) {
  // J: release, pairs with K
  primary.board->joined.store_release(primary.barrier_episode);
  drain_all(primary);
}

void expect_both_phases(Worker& worker) {
  // Ordered by the join.
  worker.board->active[worker.implicit.phase()].store_relaxed(1);
}

void end_both_phases(Worker& primary) {
  for (Native::Atomic<std::uint32_t>& active : primary.board->active) {
    active.store_relaxed(0);
  }
}

namespace {

bool help_alone(void* context) {
  Worker& worker = self_of(context);
  Task* task = find_task(worker, AcceptAny{});
  if (task == nullptr) {
    return false;
  }
  run_all(worker, task, AcceptAny{});
  return true;
}
bool has_work_alone(void* context) { return self_of(context).board->listed.load_relaxed() != 0; }

}  // namespace

void drain_alone(Worker& worker) {
  const std::uint32_t phase = worker.implicit.phase();
  Board& board = *worker.board;
  const waiting::IdleWork work{&help_alone, &has_work_alone, &worker};
  Native::Atomic<std::uint64_t>& from_outside = board.completed_from_outside[phase];
  for (;;) {
    while (help_alone(&worker)) {
    }
    // I: acquire, pairs with H in tasks/schedule.cpp
    const std::uint64_t completed = from_outside.load_acquire();
    if (unfinished(board, phase, completed) == 0) {
      break;
    }
    // What this thread cannot complete somebody else will.
    Native::await_reached(from_outside, completed + 1, HelpingIdle{waiter_of(worker), work});
  }
  board.active[phase].store_relaxed(0);
}

void provide_helpers(Worker& worker) {
  worker.barrier_work = {&help_in_barrier, &has_work_in_barrier, &worker, &falls_asleep, &wakes_up, &leaves};
  worker.between_work = {&help_between, &has_work_between, &worker, &falls_asleep, &wakes_up, &leaves};
}

}  // namespace muster::tasks
