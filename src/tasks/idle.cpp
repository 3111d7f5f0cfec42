// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/idle.h"

#include "tasks/dependence.h"
#include "tasks/find.h"
#include "tasks/schedule.h"

namespace muster::tasks {

void start_looking(Worker& worker) {
  if (!worker.looks && !worker.sleeps) {
    give_kept_turn_up(worker);
    worker.looks = true;
    worker.board->idle.fetch_add_relaxed(Idle::kLooking);
  }
}

namespace {

void count_as_asleep(Worker& worker, Worker::Asleep asleep) {
  worker.sleeps = true;
  worker.asleep.store_relaxed(asleep);
  worker.board->sleeps.fetch_add_relaxed(1);
  worker.board->idle.fetch_add_relaxed(Idle::kAsleep - (worker.looks ? Idle::kLooking : 0));
  worker.looks = false;
}

}  // namespace

void falls_asleep(void* context) {
  Worker& worker = self_of(context);
  // Null before the thread's first region in this seat.
  if (worker.presence.load_relaxed() == nullptr) {
    return;
  }
  count_as_asleep(worker, Worker::kForAny);
  // The handshake of a barrier may leave the fence to who wakes (waiting/gauge.h), but a spawn has only the light one.
  if (worker.board->active[awaited_phase(worker)].load_relaxed() != 0) {
    Native::heavy_fence();
  }
}

void wakes_up(void* context) {
  Worker& worker = self_of(context);
  if (!worker.sleeps) {
    return;
  }
  worker.sleeps = false;
  std::uint32_t asleep = worker.asleep.load_relaxed();
  if (asleep != Worker::kAwake && worker.asleep.compare_exchange_relaxed(asleep, Worker::kAwake)) {
    worker.board->idle.fetch_add_relaxed(0 - Idle::kAsleep);
  } else {
    // Whoever woke it for work has counted it.
    worker.looks = true;
  }
}

// Where there are more threads than CPUs, others have use for this one's.
void falls_asleep_inside(void* context) {
  Worker& worker = self_of(context);
  if (worker.team_size > cpus || worker.presence.load_relaxed() == nullptr) {
    return;
  }
  worker.waits_in.store_relaxed(worker.current);
  count_as_asleep(worker, Worker::kForDescendants);
  Native::heavy_fence();
}

void stop_looking(Worker& worker) {
  if (!worker.looks) {
    return;
  }
  worker.looks = false;
  const std::uint64_t before = worker.board->idle.fetch_add_relaxed(0 - Idle::kLooking);
  if (Idle::looking(before) == 1 && Idle::asleep(before) != 0 && any_work(worker)) {
    wake_one(worker);
  }
}

namespace {

// What the worker makes are children of its current task.
bool may_take_from(const Worker& mate, const Worker& worker, Worker::Asleep asleep) {
  if (asleep == Worker::kForAny) {
    return true;
  }
  // A late look finds a descriptor, if the wrong one.
  const Task* task = mate.waits_in.load_relaxed();
  return task != nullptr && descends_from(*worker.current, *task, [] { return true; }) == Descent::yes;
}

bool wake_one_for(Worker& worker, Worker::Asleep wanted) {
  Board& board = *worker.board;
  Worker** workers = board.workers.load_relaxed();
  const std::uint32_t threads = worker.team_size;
  std::uint32_t slot = worker.slot;
  for (std::uint32_t i = 1; i < threads; ++i) {
    slot = slot + 1 < threads ? slot + 1 : 0;
    Worker& mate = *workers[slot];
    std::uint32_t asleep = wanted;
    if (mate.asleep.load_relaxed() == wanted && may_take_from(mate, worker, wanted) &&
        mate.asleep.compare_exchange_relaxed(asleep, Worker::kAwake)) {
      board.idle.fetch_add_relaxed(Idle::kLooking - Idle::kAsleep);
      // Y: acquire, pairs with X in teams/grow.cpp
      mate.presence.load_acquire()->parker.wake_if_parked();
      return true;
    }
  }
  return false;
}

}  // namespace

void wake_one(Worker& worker) {
  Board& board = *worker.board;
  const std::uint64_t sleeps = board.sleeps.load_relaxed();
  if (sleeps == worker.futile_sleeps && worker.current == worker.futile_task) {
    return;
  }
  if (wake_one_for(worker, Worker::kForAny) || wake_one_for(worker, Worker::kForDescendants)) {
    return;
  }
  worker.futile_sleeps = sleeps;
  worker.futile_task = worker.current;
}

}  // namespace muster::tasks
