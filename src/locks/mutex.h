// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutex: four bytes, for simple locks, critical and the runtime's own use.
//
// Source    the three-state futex mutex of Drepper, "Futexes Are Tricky", 2011, with a spin in front. The first to come gets
//           it: a thread that releases and asks again at once usually succeeds, because the line is still in its cache. That is
//           what makes short critical sections cheap under contention (no hand-over, no transfer).
//
// State table
//   kFree           nobody holds it
//   kHeld           held; nobody sleeps
//   kHeldContended  held; somebody may sleep, so the holder wakes one when it leaves
//
// Ordering  A unlock  exchange release      pairs with B
//           B lock    exchange or compare-and-swap acquire
#pragma once

#include <cstdint>

#include "platform/platform.h"

namespace muster::locks {

// A critical section shorter than the way into the kernel and back (3.5 us on the reference machine) is worth waiting for.
inline constexpr std::uint64_t kSpinBeforePark_ns = 4'000;

// How a thread sleeps at a mutex: until it is woken.
template <platform::Platform P>
struct SleepUntilWoken {
  using Word = typename P::template Atomic<std::uint32_t>;
  // May return for no reason.
  static void park(Word& word, std::uint32_t expected) { P::park(word, expected); }
};

template <platform::Platform P, class Sleep = SleepUntilWoken<P>>
class Mutex {
 public:
  constexpr Mutex() = default;

  bool try_lock() {
    std::uint32_t expected = kFree;
    // B: acquire, pairs with A.
    return state_.compare_exchange_acquire(expected, kHeld);
  }

  void lock() {
    if (!try_lock()) [[unlikely]] {
      lock_contended();
    }
  }

  void unlock() {
    // A: release, pairs with B.
    if (state_.exchange_release(kFree) == kHeldContended) [[unlikely]] {
      P::unpark(state_, 1);
    }
  }

 private:
  static constexpr std::uint32_t kFree = 0;
  static constexpr std::uint32_t kHeld = 1;
  static constexpr std::uint32_t kHeldContended = 2;

  __attribute__((noinline)) void lock_contended() {
    while (P::await_within(state_, [](std::uint32_t state) { return state == kFree; }, kSpinBeforePark_ns)) {
      if (try_lock()) {
        return;
      }
    }
    // B: acquire, pairs with A. The holder may be the last one to know of sleepers, so this thread claims that there are
    // some even when it gets the mutex at once.
    while (state_.exchange_acquire(kHeldContended) != kFree) {
      Sleep::park(state_, kHeldContended);
    }
  }

  typename P::template Atomic<std::uint32_t> state_{kFree};
};

}  // namespace muster::locks
