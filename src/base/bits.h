// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small integer helpers shared by all layers.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

namespace muster::base {

template <std::unsigned_integral T>
constexpr T divide_rounding_up(T dividend, T divisor) {
  return static_cast<T>(dividend / divisor + (dividend % divisor != 0 ? 1 : 0));
}

// Number of rounds in which information from one of n threads can reach all when each round doubles its reach.
constexpr std::uint32_t log2_rounding_up(std::uint32_t n) {
  return n <= 1 ? 0U : static_cast<std::uint32_t>(std::bit_width(n - 1));
}

}  // namespace muster::base
