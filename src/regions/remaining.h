// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remaining: the members of a region that is cancelled which have not left it yet. Its barriers end at once, whoever has come, so what needs the
// others goes by this: those that are still inside meet, without those that have left.
//
// Source    a phaser's arrive and drop (Shirako et al. 2008; std::barrier::arrive_and_drop). The members come to the same constructs in the same
//           order, so the n-th meeting of one is the n-th of all that come to it.
//
//   [ held : 24 | have come to the next : 20 | have left : 20 ]      the last to come, or to leave, makes `held` one more
//
// Cost      one counter, in regions that are cancelled alone.
// Ordering  C come    compare_exchange acq_rel     pairs with C of the others, as the last one has to see all; and with D. A member that leaves
//                     hands the views of those that have come on, as every read-modify-write does
//           D meet    await acquire
#pragma once

#include "base/base.h"
#include "platform/platform.h"

namespace muster::regions {

template <platform::Platform P>
class Remaining {
  using Word = typename P::template Atomic<base::Episode>;

 public:
  static constexpr std::uint32_t kMostMembers = (1U << 20) - 1;

  // By a member of `members` that has not left. All that it has done before is seen by all that meet it.
  template <class W>
  void meet(std::uint32_t members, W& waiter) {
    base::Episode seen = word_.load_relaxed();
    base::Episode next = 0;
    do {
      next = held_if_all(seen + kCome, members);
      // C: acq_rel, pairs with C and D.
    } while (!word_.compare_exchange_acq_rel(seen, next));
    if (is_held(seen, next)) {
      waiter.signalled_all();
    } else {
      // D: acquire, pairs with C.
      P::await_reached(word_, number_of(seen) + kHeld, waiter);
    }
  }

  // By a member, once: nobody waits for it any more.
  template <class W>
  void leave(std::uint32_t members, W& waiter) {
    base::Episode seen = word_.load_relaxed();
    base::Episode next = 0;
    do {
      next = held_if_all(seen + kLeft, members);
    } while (!word_.compare_exchange_relaxed(seen, next));
    if (is_held(seen, next)) {
      waiter.signalled_all();
    }
  }

  // When the region is over.
  void begin_anew() { word_.store_relaxed(0); }

 private:
  static constexpr base::Episode kLeft = 1;
  static constexpr base::Episode kCome = base::Episode{1} << 20;
  static constexpr base::Episode kHeld = base::Episode{1} << 40;

  static constexpr base::Episode left_of(base::Episode word) { return word % kCome; }
  static constexpr base::Episode come_of(base::Episode word) { return word % kHeld / kCome; }
  static constexpr base::Episode number_of(base::Episode word) { return word - word % kHeld; }
  static constexpr bool is_held(base::Episode before, base::Episode after) {
    return number_of(before) != number_of(after);
  }
  static constexpr base::Episode held_if_all(base::Episode word, std::uint32_t members) {
    const base::Episode come = come_of(word);
    return come != 0 && come + left_of(word) == members ? number_of(word) + kHeld + left_of(word) : word;
  }

  Word word_{0};
};

}  // namespace muster::regions
