// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DetachedTask: a task with a detach clause, which completes when its block has run and its event has been fulfilled
// (OpenMP 5.2, 12.5). The thread that ran the block keeps it in a list until both are true.
#pragma once

#include <cstdint>

#include "platform/native.h"
#include "waiting/waiting.h"

namespace muster::tasks {

using platform::Native;
using OwnParker = waiting::Parker<Native>;

// Memory is the creator's, and is given back by `release`, which the owner thread calls when the task is complete.
//
// Ordering: A fulfil    store release of fulfilled    pairs with B
//           B is_fulfilled, await_event   acquire by the owner
//           C prepare   store release of owner        pairs with D
//           D fulfil    load acquire of owner: the program may hand the event over without any order
struct DetachedTask {
  Native::Atomic<base::Episode> fulfilled{0};
  // On which the owner sleeps. It outlives the task, so it may still be touched when the owner has released the task.
  Native::Atomic<OwnParker*> owner{nullptr};
  void (*release)(DetachedTask& task) = nullptr;

  // Of the owner alone.
  DetachedTask* next = nullptr;
  std::uint64_t serial = 0;
  std::uint64_t parent_serial = 0;
};

// Before anybody can have the event. `own` is of the calling thread, which will run the block.
void prepare(DetachedTask& task, OwnParker& own);

// omp_fulfill_event. Any thread, known to the runtime or not, once. The task may be gone when it returns.
void fulfil(DetachedTask& task);

bool is_fulfilled(const DetachedTask& task);

// Waits in the owner thread, parked: the event comes from outside, at any time.
void await_event(const DetachedTask& task);

}  // namespace muster::tasks
