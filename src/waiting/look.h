// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far one look around a team goes.
#pragma once

#include <cstdint>

#include "waiting/intervals.h"

namespace muster::waiting {

// So that a look of a thread costs a team of 512 no more than one of 33.
inline constexpr std::uint32_t kMostAtOnce = 32;

// A process of more threads that has a CPU for each is looked at at a pace (LookPace), a few threads at a time: looks move lines away from threads that work,
// and there are as many looks as threads. A thread that has found nobody polls for so many times as long as the look took. With the longest pause, which is
// kOfferInterval_ns, a team of 512 is seen in 3 ms, about a slice.
inline constexpr std::uint32_t kMostAtAPace = 8;
inline constexpr std::uint64_t kPausesPerLook = 64;

// One thread of a team looks at a missing teammate each kOfferInterval_ns, and all ask one cache line whether it is their turn. So many threads ask each that often, and those of a
// larger team as much more seldom as they are more: each asking takes the line away from another CPU, and when that takes longer than the interval nobody gets on with anything else.
constexpr std::uint64_t ask_interval_ns(std::uint32_t threads) {
  return kOfferInterval_ns * (threads / kMostAtOnce + (threads % kMostAtOnce != 0 ? 1 : 0));
}

// The teammates of the thread in `slot` by how far behind it they are: index 0 is the next one. A thread that has no part in the region of `mates` threads begins at the first.
constexpr std::uint32_t slot_behind(std::uint32_t slot, std::uint32_t index, std::uint32_t mates) {
  const std::uint32_t unwrapped = (slot < mates ? slot + 1 : 0) + index;
  return unwrapped < mates ? unwrapped : unwrapped - mates;
}
// How many there are.
constexpr std::uint32_t others_than(std::uint32_t slot, std::uint32_t mates) { return mates - (slot < mates ? 1 : 0); }

// Where the next look begins, and how far it goes. The threads of a small team are all looked at each time. In a large one a look would read hundreds of
// cache lines, so it takes the next few, and goes on with the thread that was found last, which tends to stay where it is.
class LookCursor {
 public:
  // From here on none of them has been looked at in vain.
  void forget_misses() { missed_ = 0; }
  // How many have been looked at in vain since somebody was found; some of them twice if there are fewer.
  std::uint32_t missed() const { return missed_; }

  // Calls is_found(index) for the next of `count` indices, `most` at most, until it is true for one; true if it was.
  template <class IsFound>
  bool find(std::uint32_t count, std::uint32_t most, const IsFound& is_found) {
    if (next_ >= count || count <= most) {
      next_ = 0;
    }
    const std::uint32_t looks = count < most ? count : most;
    std::uint32_t index = next_;
    for (std::uint32_t look = 0; look < looks; ++look) {
      if (is_found(index)) {
        next_ = index;
        missed_ = 0;
        return true;
      }
      index = index + 1 < count ? index + 1 : 0;
    }
    next_ = index;
    missed_ = missed_ < count ? missed_ + looks : missed_;
    return false;
  }

 private:
  std::uint32_t next_ = 0;
  std::uint32_t missed_ = 0;
};

// When a thread of such a process looks around again, in nanoseconds of Platform::now_ns().
class LookPace {
 public:
  bool is_due(std::uint64_t now_ns) const { return now_ns >= next_ns_; }

  // A look that found somebody is followed by another at once. One that took long, as the thread lost its CPU, is not paid for by a long pause.
  void looked(std::uint64_t began_ns, std::uint64_t ended_ns, bool found) {
    const std::uint64_t pause_ns = kPausesPerLook * (ended_ns - began_ns);
    next_ns_ = found ? 0 : ended_ns + (pause_ns < kOfferInterval_ns ? pause_ns : kOfferInterval_ns);
  }

 private:
  std::uint64_t next_ns_ = 0;
};

}  // namespace muster::waiting
