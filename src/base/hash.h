// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
#pragma once

#include <cstdint>

namespace muster::base {

// The uppermost `bits`, 1 to 64, of the number times 2^64 over the golden ratio. Numbers that follow each other come as far apart as can be, and those
// at another distance, such as addresses, are spread too.
constexpr std::uint64_t fibonacci_hash(std::uint64_t number, unsigned bits) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15U;
  constexpr unsigned kBitsOfProduct = 64;
  return number * kMultiplier >> (kBitsOfProduct - bits);
}

}  // namespace muster::base
