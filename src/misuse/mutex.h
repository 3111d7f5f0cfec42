// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is kept of a mutex: for those that hold the Guard.
#pragma once

#include "misuse/notes.h"

namespace muster::misuse {

// A lock between its initialisation and its end, or what stands for a critical construct's name or for the ordered regions of a team.
struct Mutex {
  Mutex* next = nullptr;
  std::uint64_t id = 0;
  events::MutexKind kind = events::MutexKind::lock;
  // Null: nobody holds it.
  ThreadNote* owner = nullptr;
  const events::Task* task = nullptr;
  // The implicit task that holds it, which can't go on to release it while it waits at a barrier. Null: another task does. It is no more than a name.
  const TaskNote* holder = nullptr;
  std::uint32_t number = 0;
  events::Caller since;
  Mutex* next_held = nullptr;
};

// deadlocks.cpp: the thread is about to wait for a mutex.
void look_for_cycle(const ThreadNote& self);

}  // namespace muster::misuse
