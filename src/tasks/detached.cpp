// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/detached.h"

namespace muster::tasks {
namespace {

// Not the team's waiter: that one shows teammates the word it waits for, and this word goes away with the task.
struct Parked {
  OwnParker& parker;

  void wait_for(const Native::Atomic<base::Episode>& word, base::Episode wanted) const {
    const auto done = [&] { return Native::has_reached(word, wanted); };
    while (!done()) {
      parker.park_unless(done);
    }
  }
};

}  // namespace

void prepare(DetachedTask& task, OwnParker& own) {
  // C: release, pairs with D
  task.owner.store_release(&own);
}

void fulfil(DetachedTask& task) {
  // D: acquire, pairs with C
  OwnParker& owner = *task.owner.load_acquire();
  // A: release, pairs with B
  task.fulfilled.store_release(1);
  Native::light_fence();
  owner.wake_if_parked();
}

bool is_fulfilled(const DetachedTask& task) {
  // B: acquire, pairs with A
  return task.fulfilled.load_acquire() != 0;
}

void await_event(const DetachedTask& task) {
  Native::await_reached(task.fulfilled, 1, Parked{*task.owner.load_relaxed()});
}

}  // namespace muster::tasks
