// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes of the explorer's fixed tables. A program that needs more is refused with a message.
#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::verify {

using ThreadId = std::uint32_t;

inline constexpr std::uint32_t kMaxThreads = 8;
inline constexpr std::uint32_t kMaxLocations = 256;
// Clients keep a barrier call and the waiter on it: a few kilobytes. The rest is room for debug builds.
inline constexpr std::size_t kStackBytes = 128 * 1024;
// An execution of a client takes some hundred steps. One that goes on for this long does not end.
inline constexpr std::uint32_t kMaxSteps = 20'000;

}  // namespace muster::verify
