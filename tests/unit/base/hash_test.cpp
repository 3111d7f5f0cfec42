// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/hash.h"

#include <gtest/gtest.h>

#include <set>

namespace muster::base {
namespace {

// How many places of 2^8 are taken by 64 numbers.
std::size_t places_of(std::uint64_t first, std::uint64_t distance) {
  constexpr unsigned kBits = 8;
  std::set<std::uint64_t> places;
  for (std::uint64_t i = 0; i < 64; ++i) {
    places.insert(fibonacci_hash(first + i * distance, kBits));
  }
  return places.size();
}

TEST(FibonacciHash, NumbersThatFollowEachOtherShareNoPlace) {
  EXPECT_EQ(places_of(0, 1), 64U);
  EXPECT_EQ(places_of(1'000'003, 1), 64U);
}

TEST(FibonacciHash, AddressesAtAnyDistanceAreSpread) {
  for (unsigned shift = 1; shift <= 20; ++shift) {
    EXPECT_GE(places_of(0x7f00'0000'1000, std::uint64_t{1} << shift), 40U) << shift;
  }
}

TEST(FibonacciHash, HasAsManyBitsAsAreAskedFor) {
  for (unsigned bits = 1; bits < 64; ++bits) {
    for (std::uint64_t number = 0; number < 1000; ++number) {
      EXPECT_LT(fibonacci_hash(number, bits), std::uint64_t{1} << bits);
    }
  }
  EXPECT_EQ(fibonacci_hash(1, 64) >> 32, fibonacci_hash(1, 32));
}

}  // namespace
}  // namespace muster::base
