// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When a thread looks whether the program hangs (misuse/standstill.h): after a second, then after two to three more, four to six, and so on. A thread that
// looks is awake in the sight of another that does, so threads that began to wait at the same time must not look at the same time for ever.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waiting/waiting.h"

namespace muster::misuse {

inline constexpr std::uint64_t kFirstLook_ns = waiting::kLongWait_ns;
// A look costs some milliseconds at most, and one a minute disturbs nobody.
inline constexpr std::uint64_t kRarestLook_ns = 64 * kFirstLook_ns;

// How long after a look that came `passed_ns` after the one before it the next one comes. Numbers that follow each other are given times that are as far
// from each other as can be: by multiples of the golden ratio (Knuth, The Art of Computer Programming, volume 3, section 6.4).
constexpr std::uint64_t next_look_ns(std::uint64_t passed_ns, std::uint32_t number) {
  // Numbers wrap at 32 bits, and so must their multiples: base::fibonacci_hash() is no substitute.
  constexpr std::uint32_t kGoldenRatio = 0x9E3779B9;
  const std::uint64_t share = number * kGoldenRatio;
  return std::min(2 * passed_ns + (kFirstLook_ns * share >> 32), kRarestLook_ns);
}

}  // namespace muster::misuse
