// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks behind atomic updates that no instruction does: locations wider than a word or not aligned to their size, and
// whole statements between __kmpc_atomic_start (or GOMP_atomic_start) and the matching end.
#pragma once

#include "locks/locks.h"
#include "platform/native.h"

namespace muster::abi::kmp {

using AtomicLock = locks::Mutex<platform::Native>;

// The lock that all updates of `location` take. Two locations may share one; one location never has two.
AtomicLock& lock_of(const void* location);

// The one lock of statements that the compiler could not name by an update function.
AtomicLock& statement_lock();

class AtomicGuard {
 public:
  explicit AtomicGuard(AtomicLock& lock) : lock_(lock) { lock_.lock(); }
  ~AtomicGuard() { lock_.unlock(); }
  AtomicGuard(const AtomicGuard&) = delete;
  AtomicGuard& operator=(const AtomicGuard&) = delete;

 private:
  AtomicLock& lock_;
};

}  // namespace muster::abi::kmp
