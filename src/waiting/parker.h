// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parker: one word on which one thread sleeps, and which others use to wake it.
//
// State of the word   who moves it there
//   kAwake            the owner, or whoever wakes it. The owner runs, or is about to.
//   kParked           the owner, asleep or about to be: whoever makes its condition true must wake it.
//   kDozing           the owner, asleep for a short time at most. Waking it is a favour: it wakes by itself.
//   kParkedForErrand  kParked, and the owner does an errand for who wakes it.
//   an errand         whoever wakes it from kParkedForErrand. The owner takes it before it does anything else.
//
// The race that matters: the owner looks, sees nothing, and falls asleep, while the waker makes the condition true and looks
// for sleepers. It is a Dekker handshake:
//   owner: state = parked; heavy fence (A); look at the condition
//   waker: condition = true; light fence (B); look at the state
// The two fences order the pairs, so either the owner sees the condition or the waker sees the sleeper. heavy_fence() is
// the expensive half (9 us while another thread of the process runs) and stands on the path that is about to sleep anyway.
// Where threads sleep at every turn, both sides use full_fence() instead: Fences::full must then be what all wakers use.
#pragma once

#include <cstdint>

#include "platform/platform.h"

namespace muster::waiting {

enum ParkState : std::uint32_t { kAwake = 0, kParked = 1, kDozing = 2, kParkedForErrand = 3 };

// What a woken thread is to do for who woke it, in the words of those two (wake_up.h); 0: nothing.
using Errand = std::uint32_t;
inline constexpr Errand kNoErrand = 0;
inline constexpr Errand kLargestErrand = ~Errand{0} - kParkedForErrand;

enum class Fences : std::uint8_t { asymmetric, full };

enum class Woken : std::uint8_t { was_awake, without_errand, with_errand };

template <platform::Platform P>
class Parker {
 public:
  // Owner only. Sleeps until woken, unless done() holds already. Returns also when woken for another reason, so callers
  // look at their condition again.
  template <class Done>
  void park_unless(Done done) {
    fall_asleep(kParked, done, Fences::asymmetric);
  }

  // The same; returns the errand that came with waking.
  template <class Done>
  Errand park_for_errand_unless(Done done, Fences fences = Fences::asymmetric) {
    return fall_asleep(kParkedForErrand, done, fences);
  }

  // The same, but for no longer than timeout_ns.
  template <class Done>
  void doze_unless(Done done, std::uint64_t timeout_ns) {
    state_.store_relaxed(kDozing);
    P::full_fence();
    if (!done()) {
      P::park_for(state_, kDozing, timeout_ns);
    }
    state_.store_relaxed(kAwake);
  }

  bool is_awake() const { return state_.load_relaxed() == kAwake; }
  bool is_dozing() const { return state_.load_relaxed() == kDozing; }

  // Any thread, after making the owner's condition true and P::light_fence(). Costs one load when the owner is awake; true if
  // this call has woken it. No order is needed here: what the waker wrote reaches the owner through the condition that
  // the owner looks at, and an errand is the value itself.
  bool wake_if_parked() { return wake(kNoErrand) != Woken::was_awake; }

  Woken wake(Errand errand) {
    std::uint32_t state = state_.load_relaxed();
    while (state >= kParked && state <= kParkedForErrand) {
      const bool takes_errand = state == kParkedForErrand && errand != kNoErrand;
      if (state_.compare_exchange_relaxed(state, takes_errand ? kParkedForErrand + errand : kAwake)) {
        P::unpark(state_, 1);
        return takes_errand ? Woken::with_errand : Woken::without_errand;
      }
    }
    return Woken::was_awake;
  }

 private:
  template <class Done>
  Errand fall_asleep(std::uint32_t as, Done& done, Fences fences) {
    state_.store_relaxed(as);
    if (fences == Fences::full) {
      P::full_fence();
    } else {
      P::heavy_fence();
    }
    if (!done()) {
      while (state_.load_relaxed() == as) {
        P::park(state_, as);
      }
    }
    // Somebody may have come with an errand between the last look and now.
    const std::uint32_t state = state_.exchange_relaxed(kAwake);
    return state > kParkedForErrand ? state - kParkedForErrand : kNoErrand;
  }

  typename P::template Atomic<std::uint32_t> state_{kAwake};
};

}  // namespace muster::waiting
