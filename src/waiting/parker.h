// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parker: one word on which one thread sleeps, and which others use to wake it.
//
// State of the word   who moves it there
//   kAwake            the owner, or whoever wakes it. The owner runs, or is about to.
//   kParked           the owner, asleep or about to be: whoever makes its condition true must wake it.
//
// The race that matters: the owner looks, sees nothing, and falls asleep, while the waker makes the condition true and looks
// for sleepers. It is a Dekker handshake:
//   owner: state = parked; heavy fence (A); look at the condition
//   waker: condition = true; light fence (B); look at the state
// The two fences order the pairs, so either the owner sees the condition or the waker sees the sleeper. heavy_fence() is
// the expensive half and stands on the path that is about to sleep anyway.
#pragma once

#include <cstdint>

#include "platform/platform.h"

namespace muster::waiting {

enum ParkState : std::uint32_t { kAwake = 0, kParked = 1 };

template <platform::Platform P>
class Parker {
 public:
  // Owner only. Sleeps until woken, unless done() holds already. Returns also when woken for another reason, so callers
  // look at their condition again.
  template <class Done>
  void park_unless(Done done) {
    state_.store_relaxed(kParked);
    P::heavy_fence();
    if (done()) {
      state_.store_relaxed(kAwake);
      return;
    }
    while (state_.load_relaxed() == kParked) {
      P::park(state_, kParked);
    }
  }

  // Any thread, after making the owner's condition true and P::light_fence(). Costs one load when the owner is awake.
  // No order is needed here: what the waker wrote reaches the owner through the condition that the owner looks at.
  void wake_if_parked() {
    if (state_.load_relaxed() == kParked) [[unlikely]] {
      std::uint32_t expected = kParked;
      if (state_.compare_exchange_relaxed(expected, kAwake)) {
        P::unpark(state_, 1);
      }
    }
  }

 private:
  typename P::template Atomic<std::uint32_t> state_{kAwake};
};

}  // namespace muster::waiting
