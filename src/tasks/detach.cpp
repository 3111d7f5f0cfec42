// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with a detach clause, and their events.
#include "tasks/observed.h"
#include "tasks/schedule.h"

namespace muster::tasks {

// Without a difference whether there are children: the thread that completes the task may be another thread, which must not read what this one
// still counts.
void detach(Worker& worker, Task& task) {
  task.set(kWaits);
  // E: acq_rel, pairs with E
  if (task.completions.fetch_add_acq_rel(1) == 1) {
    complete(worker, task);
  }
}

namespace {

// In Task::completions of a task whose maker waits for the event: nobody counts there.
constexpr std::uint32_t kMakerWaits = 1U << 31;

void wake_maker(Task& task) {
  // Y: acquire, pairs with X in teams/grow.cpp
  waiting::Presence<Native>& presence = *task.thread->presence.load_acquire();
  // The last use of the task and of its maker's seat, which may both go as soon as this is seen.
  // U: release, pairs with U
  task.extra->word.store_release(1);
  Native::full_fence();
  presence.parker.wake_if_parked();
}

}  // namespace

void make_detachable_undeferred(Worker& worker, Task& task) {
  extra_of(worker, task);
  task.thread = &worker;
  task.set(kDetachable);
  // W: release, pairs with E
  task.completions.store_release(kMakerWaits);
}

void execute_and_await(Worker& worker, Task& task) {
  run_block(worker, task, [&] { task.run(worker, task); });
  // U: acquire, pairs with U
  await_word(worker, task.extra->word, 1);
  if (events::listening) [[unlikely]] {
    events::emit(events::HappensAfter{&task.extra->word});
  }
  complete(worker, task);
}

void fulfil(Worker* worker, Task& task) {
  // The program may have handed the event over without any order.
  // E: acquire, pairs with W in tasks/schedule.h and W
  const bool maker_waits = task.completions.load_acquire() == kMakerWaits;
  if (events::listening) [[unlikely]] {
    observed::fulfilled(task);
  }
  if (maker_waits) {
    if (events::listening) [[unlikely]] {
      events::emit(events::HappensBefore{&task.extra->word});
    }
    wake_maker(task);
    return;
  }
  // E: acq_rel, pairs with E
  if (task.completions.fetch_add_acq_rel(1) == 0) {
    return;
  }
  if (worker != nullptr && worker->board == task.thread->board) {
    worker->fulfils = true;
    complete(*worker, task);
    worker->fulfils = false;
  } else {
    complete_from_outside(task, *task.thread->board);
  }
}

}  // namespace muster::tasks
