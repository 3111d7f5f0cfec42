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

template <class Accept>
bool help_any(Worker& worker, const Accept& accept) {
  return Idle::help(
      worker, [&] { return find_task(worker, accept); }, [&](Task* task) { run_all(worker, task, accept); });
}

class CountersOfWorkers {
 public:
  CountersOfWorkers(Worker** workers, std::uint32_t capacity) : workers_(workers), capacity_(capacity) {}
  std::uint32_t size() const { return capacity_; }
  const TaskCounters<Native>& operator[](std::uint32_t slot) const { return workers_[slot]->counters; }

 private:
  Worker** workers_;
  std::uint32_t capacity_;
};

// Drain on this machine.
struct NativeDrain {
  using Platform = Native;
  using Worker = tasks::Worker;
  using Board = tasks::Board;

  static Board& board_of(const Worker& worker) { return *worker.board; }
  static CountersOfWorkers counters_of(const Board& board) {
    const Board::All all = board.all();
    return {all.workers, all.count};
  }
  static base::Episode barrier_of(const Worker& worker) { return worker.barrier_episode; }
  static bool is_primary(const Worker& worker) { return worker.slot == 0; }
  static bool has_both_phases(const Board& board) {
    return cancellation && board.cancelled.load_relaxed() != kRegionRuns;
  }
  static waiting::Waiter<Native>& waiter_of(Worker& worker) { return tasks::waiter_of(worker); }
  static waiting::Waiter<Native>& barrier_waiter_of(Worker& worker) { return worker.barrier_waiter; }
  static bool help(Worker& worker) { return help_any(worker, AcceptAny{}); }
  static bool help_between(Worker& worker) { return help_any(worker, AcceptRegion{*worker.board, worker.region}); }
  static bool sees_work_on_coming(Worker& worker) {
    return !worker.deque.looks_empty() || NativeIdle::sees_work(worker);
  }
  static bool sees_work(Worker& worker) { return Idle::finds_work(worker); }
  static bool is_claimed(const Worker& worker) { return Idle::is_claimed(worker); }
  static void stop_looking(Worker& worker) { Idle::stop_looking(worker); }
  static void takes_turn(Worker& worker) { worker.count_pace.take_turn(worker.slot, counting_at_once(worker)); }
  // The thread that completes the last task counts at once; where two complete the last ones at the same moment, and neither sees the other's, one of
  // the next looks finds it. A thread that is about to sleep has no next.
  static bool is_count_due(Worker& worker) {
    return worker.sleeper.is(Asleep::kForAny) || worker.count_pace.is_due(counting_at_once(worker));
  }
  static bool is_in_region(const Worker& worker) { return worker.board->region.load_relaxed() == worker.region; }
  static constexpr void (*falls_asleep)(void* worker) = &tasks::falls_asleep;
  static constexpr void (*wakes_up)(void* worker) = &tasks::wakes_up;
  static constexpr void (*leaves)(void* worker) = &tasks::leaves;

 private:
  static std::uint32_t counting_at_once(const Worker& worker) {
    return std::min(worker.team_size, worker.barrier_waiter.cpus());
  }
};
using Draining = Drain<NativeDrain>;

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

void drain_all(Worker& worker) { Draining::run(worker); }

void drain(Worker& worker) {
  if (!cancellation || worker.board->cancelled.load_relaxed() == kRegionRuns) {
    drain_all(worker);
  }
}

void drain_join(Worker& primary) { Draining::run_join(primary); }

void expect_both_phases(Worker& worker) {
  // Ordered by the join.
  worker.board->active.set(worker.implicit.phase());
}

void end_both_phases(Worker& primary) {
  primary.board->active.clear(0);
  primary.board->active.clear(1);
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
  const waiting::IdleWork work{&help_alone, &has_work_alone, &worker};
  Draining::run_alone(worker, worker.implicit.phase(), work);
}

bool are_all_complete(const Worker& worker) {
  return Draining::is_phase_quiescent(*worker.board, 0) && Draining::is_phase_quiescent(*worker.board, 1);
}

void provide_helpers(Worker& worker) {
  worker.barrier_work = {
      &Draining::help_in_barrier, &Draining::has_work_in_barrier, &worker, &falls_asleep, &wakes_up, &leaves};
  worker.between_work = {
      &Draining::help_between, &Draining::has_work_between, &worker, &falls_asleep, &wakes_up, &leaves};
}

}  // namespace muster::tasks
