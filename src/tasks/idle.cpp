// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/idle.h"

#include "tasks/dependence.h"
#include "tasks/find.h"
#include "tasks/schedule.h"

namespace muster::tasks {

void start_looking(Worker& worker) {
  if (worker.board->sleepers.has_to_start_looking(worker.sleeper)) {
    give_kept_turn_up(worker);
    worker.board->sleepers.start_looking(worker.sleeper);
  }
}

void falls_asleep(void* context) {
  Worker& worker = self_of(context);
  // Null before the thread's first region in this seat.
  if (worker.presence.load_relaxed() == nullptr) {
    return;
  }
  worker.board->sleepers.fall_asleep(worker.sleeper, Asleep::kForAny, nullptr);
}

// Where there are more threads than CPUs, others have use for this one's.
void falls_asleep_inside(void* context) {
  Worker& worker = self_of(context);
  if (worker.team_size > cpus || worker.presence.load_relaxed() == nullptr) {
    return;
  }
  worker.board->sleepers.fall_asleep(worker.sleeper, Asleep::kForDescendants, worker.current);
}

void wakes_up(void* context) {
  Worker& worker = self_of(context);
  worker.board->sleepers.wake_up(worker.sleeper);
}

void stop_looking(Worker& worker) {
  if (worker.board->sleepers.stop_looking(worker.sleeper, [&] { return any_work(worker); })) {
    wake_one(worker);
  }
}

namespace {

// What the worker makes are children of its current task.
bool may_take_from(const Worker& mate, const Worker& worker, Asleep asleep) {
  if (asleep == Asleep::kForAny) {
    return true;
  }
  // A late look finds a descriptor, if the wrong one.
  const Task* task = mate.sleeper.waits_in();
  return task != nullptr && descends_from(*worker.current, *task, [] { return true; }) == Descent::yes;
}

bool wake_one_for(const Worker& worker, Asleep wanted) {
  Board& board = *worker.board;
  Worker** workers = board.workers.load_relaxed();
  const std::uint32_t threads = worker.team_size;
  std::uint32_t slot = worker.slot;
  for (std::uint32_t i = 1; i < threads; ++i) {
    slot = slot + 1 < threads ? slot + 1 : 0;
    Worker& mate = *workers[slot];
    if (mate.sleeper.is(wanted) && may_take_from(mate, worker, wanted) && board.sleepers.claim(mate.sleeper, wanted)) {
      // Y: acquire, pairs with X in teams/grow.cpp
      mate.presence.load_acquire()->parker.wake_if_parked();
      return true;
    }
  }
  return false;
}

}  // namespace

void wake_one(Worker& worker) {
  worker.board->sleepers.wake_one(worker.sleeper, worker.current, [&] {
    return wake_one_for(worker, Asleep::kForAny) || wake_one_for(worker, Asleep::kForDescendants);
  });
}

}  // namespace muster::tasks
