// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NestableMutex: eight bytes; its owner may take it again (OpenMP 5.2, 18.9).
//
// State word: 0 when free, else the owner's identity, with kSleepers set when somebody may sleep. The depth belongs to the owner.
//
// Ordering  A unlock  exchange release    pairs with B
//           B lock    compare-and-swap acquire
#pragma once

#include <cstdint>

#include "locks/mutex.h"
#include "platform/platform.h"

namespace muster::locks {

template <platform::Platform P, class Sleep = SleepUntilWoken<P>>
class NestableMutex {
 public:
  // Not 0, and below 2^31.
  using Owner = std::uint32_t;

  // The depth after taking it, or 0 when another has it.
  std::uint32_t try_lock(Owner self) {
    // Only `self` itself can have stored `self`, so no order is needed to find that out.
    if ((state_.load_relaxed() & ~kSleepers) == self) {
      return ++depth_;
    }
    std::uint32_t expected = 0;
    // B: acquire, pairs with A.
    if (!state_.compare_exchange_acquire(expected, self)) {
      return 0;
    }
    return depth_ = 1;
  }

  void lock(Owner self) {
    if (try_lock(self) == 0) [[unlikely]] {
      lock_contended(self);
    }
  }

  // Owner only. How many times it has the mutex.
  std::uint32_t depth() const { return depth_; }

  // Owner only.
  void unlock() {
    if (--depth_ != 0) {
      return;
    }
    // A: release, pairs with B.
    if ((state_.exchange_release(0) & kSleepers) != 0) [[unlikely]] {
      P::unpark(state_, 1);
    }
  }

 private:
  static constexpr std::uint32_t kSleepers = std::uint32_t{1} << 31;

  __attribute__((noinline)) void lock_contended(Owner self) {
    const MutexSpin how = Sleep::spin();
    if (spin(self, how.first_ns, platform::kAnyPauses)) {
      return;
    }
    if (how.then_ns == 0) {
      sleep_until_taken(self);
      return;
    }
    const std::uint64_t start_ns = P::now_ns();
    if (!spin(self, how.then_ns, how.pauses)) {
      sleep_until_taken(self);
    }
    Sleep::waited(P::now_ns() - start_ns);
  }

  bool spin(Owner self, std::uint64_t budget_ns, std::uint32_t pauses) {
    while (P::await_within(state_, [](std::uint32_t state) { return state == 0; }, budget_ns, pauses)) {
      if (try_lock(self) != 0) {
        return true;
      }
    }
    return false;
  }

  void sleep_until_taken(Owner self) {
    std::uint32_t seen = state_.load_relaxed();
    for (;;) {
      if (seen == 0) {
        // B: acquire, pairs with A. Others may sleep too: claim so.
        if (state_.compare_exchange_acquire(seen, self | kSleepers)) {
          depth_ = 1;
          return;
        }
      } else if ((seen & kSleepers) != 0 || state_.compare_exchange_relaxed(seen, seen | kSleepers)) {
        Sleep::park(state_, seen | kSleepers);
        seen = state_.load_relaxed();
      }
    }
  }

  typename P::template Atomic<std::uint32_t> state_{0};
  std::uint32_t depth_ = 0;
};

}  // namespace muster::locks
