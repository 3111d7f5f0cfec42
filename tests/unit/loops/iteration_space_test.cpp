// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "loops/loops.h"

namespace muster::loops {
namespace {

template <class T>
constexpr T kLeast = std::numeric_limits<T>::min();
template <class T>
constexpr T kMost = std::numeric_limits<T>::max();

TEST(IterationSpace, CountsUpwardLoops) {
  EXPECT_EQ(half_open(0L, 10L, 1L).total, 10U);
  EXPECT_EQ(half_open(0L, 10L, 3L).total, 4U);
  EXPECT_EQ(half_open(0L, 9L, 3L).total, 3U);
  EXPECT_EQ(half_open(5L, 5L, 1L).total, 0U);
  EXPECT_EQ(half_open(6L, 5L, 1L).total, 0U);
}

TEST(IterationSpace, CountsDownwardLoops) {
  EXPECT_EQ(half_open(10L, 0L, -1L).total, 10U);
  EXPECT_EQ(half_open(10L, 0L, -4L).total, 3U);
  EXPECT_EQ(half_open(0L, 10L, -1L).total, 0U);
}

TEST(IterationSpace, ReachesTheLimitsOfItsType) {
  EXPECT_EQ((half_open(kLeast<long>, kMost<long>, 1L).total), ~std::uint64_t{0});
  EXPECT_EQ((half_open(kLeast<long>, kMost<long>, kMost<long>).total), 3U);
  EXPECT_EQ((half_open(kMost<long>, kLeast<long>, kLeast<long>).total), 2U);
  EXPECT_EQ((closed<std::int32_t>(kLeast<std::int32_t>, kMost<std::int32_t>, 1).total), std::uint64_t{1} << 32U);
  EXPECT_EQ((closed<std::uint32_t, std::int32_t>(kMost<std::uint32_t>, 0, -1).total), std::uint64_t{1} << 32U);
  EXPECT_EQ((closed<std::uint64_t, std::int64_t>(0, kMost<std::uint64_t>, 1).total), ~std::uint64_t{0});
  EXPECT_EQ((closed<std::uint64_t, std::int64_t>(kMost<std::uint64_t> - 2, kMost<std::uint64_t>, 1).total), 3U);
}

TEST(IterationSpace, FindsValuesModuloTheTypesRange) {
  const IterationSpace down = closed<std::int32_t>(5, -5, -5);
  ASSERT_EQ(down.total, 3U);
  EXPECT_EQ(static_cast<std::int32_t>(down.value_at(0)), 5);
  EXPECT_EQ(static_cast<std::int32_t>(down.value_at(2)), -5);
  const IterationSpace high = closed<std::uint32_t, std::int32_t>(4'000'000'000U, 4'000'000'006U, 3);
  EXPECT_EQ(static_cast<std::uint32_t>(high.value_at(2)), 4'000'000'006U);
}

TEST(IterationSpace, TreatsAStepOfZeroAsEmpty) {
  EXPECT_EQ(half_open(0L, 10L, 0L).total, 0U);
  EXPECT_EQ((closed<std::int32_t>(0, 10, 0).total), 0U);
}

}  // namespace
}  // namespace muster::loops
