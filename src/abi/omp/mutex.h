// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks and critical constructs of all fronts, with the events of those who listen.
#pragma once

#include "locks/locks.h"
#include "runtime/runtime.h"

namespace muster::abi {

// A thread that has slept for a second looks whether it can ever go on (misuse/standstill.h), and again after twice the time.
struct SleepWatched {
  static locks::MutexSpin spin();
  static void waited(std::uint64_t ns);
  static void park(platform::Native::Atomic<std::uint32_t>& word, std::uint32_t expected);
};

using Mutex = locks::Mutex<platform::Native, SleepWatched>;

// The way on which they are told. The thread may be one that the runtime has not met. Unlocking asks whether somebody listens only where the mutex was
// locked on that way, or a thread may sleep.
MUSTER_OUT_OF_LINE void lock_told(events::MutexKind kind, Mutex& mutex, std::uint32_t hint, events::Caller caller);
MUSTER_OUT_OF_LINE bool try_lock_told(Mutex& mutex, events::Caller caller);
MUSTER_OUT_OF_LINE void unlock_slowly(events::MutexKind kind, Mutex& mutex, events::Caller caller);

MUSTER_ALWAYS_INLINE void enter_critical(Mutex& mutex, std::uint32_t hint, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    lock_told(events::MutexKind::critical, mutex, hint, caller);
    return;
  }
  mutex.lock();
}
MUSTER_ALWAYS_INLINE void leave_critical(Mutex& mutex, events::Caller caller) {
  if (!mutex.unlock_quickly()) [[unlikely]] {
    unlock_slowly(events::MutexKind::critical, mutex, caller);
  }
}

}  // namespace muster::abi
