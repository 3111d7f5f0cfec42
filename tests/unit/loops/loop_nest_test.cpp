// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <vector>

#include "loops/loops.h"

namespace muster::loops {
namespace {

using Point = std::vector<std::int64_t>;

constexpr NestedBound at(std::int64_t constant, std::int64_t factor = 0) {
  return {static_cast<std::uint64_t>(constant), static_cast<std::uint64_t>(factor)};
}

std::vector<Point> points_of(const std::vector<NestedLoop>& nest) {
  std::vector<std::uint64_t> values(nest.size());
  const LoopNest loops(nest.data(), static_cast<std::uint32_t>(nest.size()), values.data());
  std::vector<Point> points;
  const std::uint64_t total = loops.count();
  for (std::uint64_t i = 0; i < total; ++i) {
    loops.locate(i);
    points.emplace_back(values.begin(), values.end());
  }
  return points;
}

TEST(LoopNest, Rectangle) {
  std::vector<Point> expected;
  for (int i = -3; i < 4; i += 2) {
    for (unsigned j = 4'000'000'000U; j >= 3'999'999'998U; --j) expected.push_back({i, j});
  }
  EXPECT_EQ(points_of({{LoopType::int32, true, 0, at(-3), at(4), 2},
                       {LoopType::uint32, false, 0, at(4'000'000'000), at(3'999'999'998), -1}}),
            expected);
}

TEST(LoopNest, TriangleWithEmptyRows) {
  std::vector<Point> expected;
  for (long i = 0; i < 9; ++i) {
    for (long j = 3; j < i; ++j) expected.push_back({i, j});
  }
  EXPECT_EQ(points_of({{LoopType::int64, true, 0, at(0), at(9), 1}, {LoopType::int64, true, 0, at(3), at(0, 1), 1}}),
            expected);
}

TEST(LoopNest, DownwardDependingOnUpwardAndTwoLevelsOut) {
  std::vector<Point> expected;
  for (int i = 1; i <= 5; i += 2) {
    for (int j = 2 * i; j > -i; j -= 3) {
      for (unsigned long k = 0; k != 2; ++k) {
        for (int m = j - 1; m <= j + 1; ++m) expected.push_back({i, j, static_cast<std::int64_t>(k), m});
      }
    }
  }
  EXPECT_EQ(points_of({{LoopType::int32, false, 0, at(1), at(5), 2},
                       {LoopType::int32, true, 0, at(0, 2), at(0, -1), -3},
                       {LoopType::uint64, true, 0, at(0), at(2), 1},
                       {LoopType::int32, false, 1, at(-1, 1), at(1, 1), 1}}),
            expected);
}

// unsigned j = i - 1 has the bound 4294967295 + i.
TEST(LoopNest, BoundsWrapInTheLoopsType) {
  std::vector<Point> expected;
  for (unsigned i = 1; i < 4; ++i) {
    for (unsigned j = i - 1; j < i + 1; ++j) expected.push_back({i, j});
  }
  EXPECT_EQ(points_of({{LoopType::uint32, true, 0, at(1), at(4), 1},
                       {LoopType::uint32, true, 0, at(0xFFFFFFFF, 1), at(1, 1), 1}}),
            expected);
}

TEST(LoopNest, NothingInside) {
  EXPECT_TRUE(
      points_of({{LoopType::uint32, true, 0, at(0), at(0), 1}, {LoopType::int32, true, 0, at(0), at(3), 1}}).empty());
  EXPECT_TRUE(
      points_of({{LoopType::int32, true, 0, at(0), at(3), 1}, {LoopType::int32, true, 0, at(5), at(0, 1), 1}}).empty());
}

}  // namespace
}  // namespace muster::loops
