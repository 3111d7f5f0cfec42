// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Episode: the number of a barrier, or of a region, in the life of a team.
#pragma once

#include <cstdint>

namespace muster::base {

// 64 bits, so that it never wraps: at a barrier every 50 ns that takes 29,000 years, while 32 bits last four minutes. A flag
// that a smaller team has left untouched for any time is therefore always older than the episode that is waited for,
// and no algorithm needs parity, sense or a new init when a team's size changes.
using Episode = std::uint64_t;

constexpr bool reached(Episode seen, Episode wanted) { return seen >= wanted; }

}  // namespace muster::base
