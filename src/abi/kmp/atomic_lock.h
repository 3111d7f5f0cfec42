// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks behind atomic updates that no instruction does: locations wider than a word or not aligned to their size, and
// whole statements between __kmpc_atomic_start (or GOMP_atomic_start) and the matching end.
#pragma once

#include "platform/native.h"

namespace muster::abi::kmp {

// A futex mutex of one word. Held for a few instructions, so whoever finds it taken sleeps only if it is still taken
// after the polls of await_acquire. Zero-initialised: usable before any constructor has run.
class AtomicLock {
 public:
  void lock();
  void unlock();

 private:
  // 0 free, 1 held, 2 held and somebody may sleep.
  platform::Native::Atomic<std::uint32_t> word_;
};

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
