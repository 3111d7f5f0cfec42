// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Episode: the number of a barrier, or of a region, in the life of a team; and in general a position that only moves on.
#pragma once

#include <cstdint>

namespace muster::base {

// 64 bits, so that it never wraps: at a barrier every 50 ns that takes 29,000 years, while 32 bits last four minutes. A flag
// that a smaller team has left untouched for any time is therefore always older than the episode that is waited for,
// and no algorithm needs parity, sense or a new init when a team's size changes.
using Episode = std::uint64_t;

// Modular, because some words that move on carry a small tag in their upper bits that does wrap (loops/loop_word.h).
constexpr bool reached(Episode seen, Episode wanted) { return static_cast<std::int64_t>(seen - wanted) >= 0; }

}  // namespace muster::base
