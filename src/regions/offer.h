// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offer: a team whose primary thread rests offers its workers to others. Either the primary has them back when it forks again, or another
// thread takes them first; never both.
//
// The word counts on. What it is modulo 4 says whose the workers and their seats are:
//   0  held       the primary's; nobody else touches them
//   1  offered    nobody's
//   2  taken      the taker's, which sends workers to other seats
//   3  returned   nobody's: what the taker has left
//
// Ordering  A offer    store release                  pairs with B: the taker sees the team as its primary has left it
//           B look     load acquire
//           C return   store release                  pairs with D: the primary sees what the taker has left
//           D hold     await acquire
//
// Cost      offer and hold: a store and a read-modify-write of a line that no other thread writes.
#pragma once

#include "base/base.h"
#include "platform/platform.h"

namespace muster::regions {

template <platform::Platform P>
class Offer {
 public:
  // By the primary, which holds the workers.
  void offer() {
    // A: release, pairs with B
    word_.store_release(word_.load_relaxed() + 1);
  }

  // By the primary after offer(): it holds them again. Waits for a taker that is at it.
  void hold() {
    const base::Episode offered = word_.load_relaxed() / kPhases * kPhases + kOffered;
    base::Episode seen = offered;
    if (!word_.compare_exchange_relaxed(seen, offered - kOffered + kPhases)) {
      // D: acquire, pairs with C
      P::await_reached(word_, offered - kOffered + kReturned, platform::YieldingIdle<P>{});
      word_.store_relaxed(offered - kOffered + kPhases);
    }
  }

  // By any thread: true if it has them now, until give_back(). `wants()` is asked before, of what the primary has left in words beside; that
  // it was still so when they were taken is certain.
  template <class Wants>
  bool take_if(const Wants& wants) {
    // B: acquire, pairs with A. If the word is the same afterwards, the primary has not been back in between, so no order is needed then.
    base::Episode seen = word_.load_acquire();
    return seen % kPhases == kOffered && wants() && word_.compare_exchange_relaxed(seen, seen + 1);
  }

  // By the thread that has taken them.
  void give_back() {
    // C: release, pairs with D
    word_.store_release(word_.load_relaxed() + 1);
  }

 private:
  static constexpr base::Episode kPhases = 4;
  static constexpr base::Episode kOffered = 1;
  static constexpr base::Episode kReturned = 3;

  typename P::template Atomic<base::Episode> word_{0};
};

}  // namespace muster::regions
