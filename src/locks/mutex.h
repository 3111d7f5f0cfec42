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
//   kHeldTold       held, and listeners have heard of it; nobody sleeps
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

  bool try_lock() { return try_lock_as(kHeld); }
  void lock() { lock_as(kHeld); }
  void unlock() {
    if (!unlock_quickly()) [[unlikely]] {
      unlock_slowly();
    }
  }

  // The same, of which listeners hear: unlock_quickly() fails then.
  bool try_lock_told() { return try_lock_as(kHeldTold); }
  void lock_told() { lock_as(kHeldTold); }

  // Fails where there is more to do, and unlock_slowly() does it all. An exchange alone would do for the mutex; where two threads contend for empty
  // sections it took 1.05 to 1.2 of the time on the reference machine.
  bool unlock_quickly() {
    std::uint32_t expected = kHeld;
    // A: release, pairs with B.
    return state_.compare_exchange_release(expected, kFree);
  }
  void unlock_slowly() {
    // A: release, pairs with B. A program may unlock what nobody holds.
    if (state_.exchange_release(kFree) == kHeldContended) {
      P::unpark(state_, 1);
    }
  }

 private:
  static constexpr std::uint32_t kFree = 0;
  static constexpr std::uint32_t kHeld = 1;
  static constexpr std::uint32_t kHeldContended = 2;
  static constexpr std::uint32_t kHeldTold = 3;

  bool try_lock_as(std::uint32_t held) {
    std::uint32_t expected = kFree;
    // B: acquire, pairs with A.
    return state_.compare_exchange_acquire(expected, held);
  }

  void lock_as(std::uint32_t held) {
    if (!try_lock_as(held)) [[unlikely]] {
      lock_contended(held);
    }
  }

  __attribute__((noinline)) void lock_contended(std::uint32_t held) {
    const MutexSpin how = Sleep::spin();
    if (spin(held, how.first_ns, platform::kAnyPauses)) {
      return;
    }
    if (how.then_ns == 0) {
      sleep_until_taken();
      return;
    }
    const std::uint64_t start_ns = P::now_ns();
    if (!spin(held, how.then_ns, how.pauses)) {
      sleep_until_taken();
    }
    Sleep::waited(P::now_ns() - start_ns);
  }

  bool spin(std::uint32_t held, std::uint64_t budget_ns, std::uint32_t pauses) {
    while (P::await_within(state_, [](std::uint32_t state) { return state == kFree; }, budget_ns, pauses)) {
      if (try_lock_as(held)) {
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
