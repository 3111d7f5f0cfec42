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
// Ordering  A unlock  compare-and-swap or exchange release      pairs with B
//           B lock    exchange or compare-and-swap acquire
#pragma once

#include <cstdint>

#include "locks/learned_spin.h"
#include "platform/platform.h"

namespace muster::locks {

// How a thread waits at a mutex: it spins for a moment, and sleeps until it is woken.
template <platform::Platform P>
struct SleepUntilWoken {
  using Word = typename P::template Atomic<std::uint32_t>;
  static MutexSpin spin() { return kSpinBeforePark; }
  // How long it took after the first looks until the thread had the mutex; not told where it sleeps without looking again.
  static void waited(std::uint64_t /*ns*/) {}
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

  // An exchange alone would do. Where two threads contend for empty sections it took 1.05 to 1.2 of the time on the reference machine.
  void unlock() {
    std::uint32_t expected = kHeld;
    // A: release, pairs with B.
    if (!state_.compare_exchange_release(expected, kFree)) [[unlikely]] {
      unlock_contended();
    }
  }

 private:
  static constexpr std::uint32_t kFree = 0;
  static constexpr std::uint32_t kHeld = 1;
  static constexpr std::uint32_t kHeldContended = 2;

  __attribute__((noinline)) void unlock_contended() {
    // A: release, pairs with B. A program may unlock what nobody holds.
    if (state_.exchange_release(kFree) == kHeldContended) {
      P::unpark(state_, 1);
    }
  }

  __attribute__((noinline)) void lock_contended() {
    const MutexSpin how = Sleep::spin();
    if (spin(how.first_ns, platform::kAnyPauses)) {
      return;
    }
    if (how.then_ns == 0) {
      sleep_until_taken();
      return;
    }
    const std::uint64_t start_ns = P::now_ns();
    if (!spin(how.then_ns, how.pauses)) {
      sleep_until_taken();
    }
    Sleep::waited(P::now_ns() - start_ns);
  }

  bool spin(std::uint64_t budget_ns, std::uint32_t pauses) {
    while (P::await_within(state_, [](std::uint32_t state) { return state == kFree; }, budget_ns, pauses)) {
      if (try_lock()) {
        return true;
      }
    }
    return false;
  }

  void sleep_until_taken() {
    // B: acquire, pairs with A. The holder may be the last one to know of sleepers, so this thread claims that there are
    // some even when it gets the mutex at once.
    while (state_.exchange_acquire(kHeldContended) != kFree) {
      Sleep::park(state_, kHeldContended);
    }
  }

  typename P::template Atomic<std::uint32_t> state_{kFree};
};

}  // namespace muster::locks
