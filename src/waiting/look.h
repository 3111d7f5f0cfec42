// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far one look around a team goes.
#pragma once

#include <cstdint>

namespace muster::waiting {

// So that a look of a thread costs a team of 512 no more than one of 33. At one look each 0.4 us (kPollsPerSlice) all of those are seen in 6 us.
inline constexpr std::uint32_t kMostAtOnce = 32;

// Where the next look begins, and how far it goes. The threads of a small team are all looked at each time. In a large one a look would read hundreds of
// cache lines, so it takes the next few, and goes on with the thread that was found last, which tends to stay where it is.
class LookCursor {
 public:
  // Calls is_found(index) for the next of `count` indices until it is true for one; true if it was.
  template <class IsFound>
  bool find(std::uint32_t count, const IsFound& is_found) {
    if (next_ >= count || count <= kMostAtOnce) {
      next_ = 0;
    }
    const std::uint32_t looks = count < kMostAtOnce ? count : kMostAtOnce;
    std::uint32_t index = next_;
    for (std::uint32_t look = 0; look < looks; ++look) {
      if (is_found(index)) {
        next_ = index;
        return true;
      }
      index = index + 1 < count ? index + 1 : 0;
    }
    next_ = index;
    return false;
  }

 private:
  std::uint32_t next_ = 0;
};

}  // namespace muster::waiting
