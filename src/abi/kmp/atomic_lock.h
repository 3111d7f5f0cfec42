// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks behind atomic updates that no instruction does: locations wider than a word or not aligned to their size, and
// whole statements between __kmpc_atomic_start (or GOMP_atomic_start) and the matching end.
#pragma once

#include "base/base.h"
#include "events/events.h"
#include "locks/locks.h"
#include "platform/native.h"

namespace muster::abi::kmp {

using AtomicLock = locks::Mutex<platform::Native>;

// The lock that all updates of `location` take. Two locations may share one; one location never has two.
AtomicLock& lock_of(const void* location);

struct alignas(base::kCacheLineBytes) AtomicStripe {
  AtomicLock lock;
};

// The one lock of statements that the compiler could not name by an update function.
inline constinit AtomicStripe statements;

// The way on which they are told. The thread may be one that the runtime has not met.
MUSTER_OUT_OF_LINE void enter_atomic_told(AtomicLock& lock, events::Caller caller);
MUSTER_OUT_OF_LINE void leave_atomic_told(AtomicLock& lock, events::Caller caller);

MUSTER_ALWAYS_INLINE void enter_atomic(AtomicLock& lock, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    enter_atomic_told(lock, caller);
    return;
  }
  lock.lock();
}
MUSTER_ALWAYS_INLINE void leave_atomic(AtomicLock& lock, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    leave_atomic_told(lock, caller);
    return;
  }
  lock.unlock();
}

class AtomicGuard {
 public:
  explicit AtomicGuard(AtomicLock& lock) : lock_(lock) { enter_atomic(lock_, MUSTER_CALLER()); }
  ~AtomicGuard() { leave_atomic(lock_, MUSTER_CALLER()); }
  AtomicGuard(const AtomicGuard&) = delete;
  AtomicGuard& operator=(const AtomicGuard&) = delete;

 private:
  AtomicLock& lock_;
};

}  // namespace muster::abi::kmp
