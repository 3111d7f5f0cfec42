// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collapsed nests by libomp's calls, which no compiler here makes: the points that a team is given, against plain loops.
#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>
#include <vector>

extern "C" {
struct NestBounds {
  std::int32_t type, variable_type, comparison, outer;
  std::uint64_t start, start_factor, bound, bound_factor;
  std::int64_t step;
  std::uint64_t trip_count;
};
std::uint64_t __kmpc_process_loop_nest_rectang(const void*, std::int32_t, NestBounds* nest, std::int32_t depth);
void __kmpc_calc_original_ivs_rectang(const void*, std::uint64_t number, const NestBounds* nest, std::uint64_t* values,
                                      std::int32_t depth);
std::int32_t __kmpc_for_collapsed_init(const void*, std::int32_t, NestBounds* nest, NestBounds* chunk,
                                       std::int32_t depth, std::int32_t* is_last);
}

namespace {

enum Type { kUint8, kInt8, kUint16, kInt16, kUint32, kInt32, kUint64, kInt64 };
enum Comparison { kLessOrEqual, kGreaterOrEqual, kNotEqual, kLess, kGreater };

using Point = std::vector<std::int64_t>;
using Nest = std::vector<NestBounds>;

struct Bound {
  std::int64_t constant, factor = 0;
};

NestBounds loop(Type type, Bound start, Comparison comparison, Bound bound, std::int64_t step, std::int32_t outer = 0) {
  const std::uint64_t mask = type == kUint32 || type == kInt32 ? 0xFFFFFFFF : ~std::uint64_t{0};
  const auto bits = [mask](std::int64_t value) { return static_cast<std::uint64_t>(value) & mask; };
  return {
      type, type, comparison, outer, bits(start.constant), bits(start.factor), bits(bound.constant), bits(bound.factor),
      step, 0};
}

std::int64_t narrowed(const NestBounds& in, std::uint64_t value) {
  return in.type == kInt32    ? static_cast<std::int32_t>(value)
         : in.type == kUint32 ? static_cast<std::int64_t>(static_cast<std::uint32_t>(value))
                              : static_cast<std::int64_t>(value);
}

// What compiled code does with a share: the nest as it is, entered at one point and left at another.
struct Walk {
  const Nest& nest;
  const Nest& chunk;
  std::vector<Point>& points;
  Point at = {};

  void from(std::size_t level, bool is_first, bool is_last) {
    if (level == nest.size()) {
      points.push_back(at);
      return;
    }
    const NestBounds& now = nest[level];
    const std::uint64_t outer = (now.start_factor | now.bound_factor) != 0
                                    ? static_cast<std::uint64_t>(at.at(static_cast<std::size_t>(now.outer)))
                                    : 0;
    const auto first = static_cast<std::int64_t>(chunk[level].start);
    const auto last = static_cast<std::int64_t>(chunk[level].bound);
    const std::int64_t end = is_last ? last : narrowed(now, now.bound + now.bound_factor * outer);
    const bool up = now.comparison == kLessOrEqual;
    EXPECT_TRUE(up || now.comparison == kGreaterOrEqual);
    for (std::int64_t i = is_first ? first : narrowed(now, now.start + now.start_factor * outer);
         up ? i <= end : i >= end; i += now.step) {
      at.push_back(i);
      from(level + 1, is_first && i == first, is_last && i == last);
      at.pop_back();
    }
  }
};

// The points of all threads, by thread.
std::vector<Point> shared_out(const Nest& nest, int threads) {
  std::vector<std::vector<Point>> by_thread(static_cast<std::size_t>(threads));
  std::vector<int> lasts(static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  {
    Nest own = nest, chunk(nest.size());
    std::int32_t is_last = -1;
    const auto number = static_cast<std::size_t>(omp_get_thread_num());
    if (__kmpc_for_collapsed_init(nullptr, 0, own.data(), chunk.data(), static_cast<std::int32_t>(nest.size()),
                                  &is_last) != 0) {
      Walk{own, chunk, by_thread[number]}.from(0, true, true);
    }
    lasts[number] = is_last;
  }
  std::vector<Point> all;
  std::size_t last_thread = by_thread.size();
  std::size_t least = ~std::size_t{0}, most = 0;
  for (std::size_t i = 0; i < by_thread.size(); ++i) {
    all.insert(all.end(), by_thread[i].begin(), by_thread[i].end());
    least = std::min(least, by_thread[i].size());
    most = std::max(most, by_thread[i].size());
    if (!by_thread[i].empty()) last_thread = i;
  }
  for (std::size_t i = 0; i < lasts.size(); ++i) EXPECT_EQ(lasts[i], i == last_thread ? 1 : 0) << "thread " << i;
  EXPECT_LE(most - least, 1U);
  return all;
}

void expect_shared(const Nest& nest, const std::vector<Point>& expected) {
  for (const int threads : {1, 2, 3, 5, 16}) {
    EXPECT_EQ(shared_out(nest, threads), expected) << threads << " threads";
  }
}

TEST(Collapse, Rectangle) {
  std::vector<Point> expected;
  for (int i = 0; i < 4; ++i) {
    for (long j = 5; j > 0; j -= 2) expected.push_back({i, j});
  }
  expect_shared({loop(kInt32, {0}, kLess, {4}, 1), loop(kInt64, {5}, kGreater, {0}, -2)}, expected);
}

TEST(Collapse, LowerTriangle) {
  std::vector<Point> expected;
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < i; ++j) expected.push_back({i, j});
  }
  expect_shared({loop(kInt32, {0}, kLess, {10}, 1), loop(kInt32, {0}, kLess, {0, 1}, 1)}, expected);
}

TEST(Collapse, UpperTriangleOfUnsigned) {
  std::vector<Point> expected;
  for (unsigned i = 0; i <= 6; i += 2) {
    for (unsigned j = i; j != 8; ++j) expected.push_back({i, j});
  }
  expect_shared({loop(kUint32, {0}, kLessOrEqual, {6}, 2), loop(kUint32, {0, 1}, kNotEqual, {8}, 1)}, expected);
}

TEST(Collapse, DownwardTriangle) {
  std::vector<Point> expected;
  for (int i = 10; i > 0; i -= 3) {
    for (int j = i; j >= -2; --j) expected.push_back({i, j});
  }
  expect_shared({loop(kInt32, {10}, kGreater, {0}, -3), loop(kInt32, {0, 1}, kGreaterOrEqual, {-2}, -1)}, expected);
}

TEST(Collapse, ThreeDeepEachDependingOnTheLast) {
  std::vector<Point> expected;
  for (long i = 0; i <= 4; ++i) {
    for (long j = i; j <= 4; ++j) {
      for (long k = 0; k < 4 + j; k += 2) expected.push_back({i, j, k});
    }
  }
  expect_shared({loop(kInt64, {0}, kLessOrEqual, {4}, 1), loop(kInt64, {0, 1}, kLessOrEqual, {4}, 1),
                 loop(kInt64, {0}, kLess, {4, 1}, 2, 1)},
                expected);
}

TEST(Collapse, NothingToDo) {
  expect_shared({loop(kUint32, {0}, kLess, {0}, 1), loop(kInt32, {0}, kLess, {3}, 1)}, {});
  expect_shared({loop(kInt32, {0}, kLess, {3}, 1), loop(kInt32, {5}, kLess, {0, 1}, 1)}, {});
}

TEST(Collapse, RectanglesAreCountedAndTakenApart) {
  for (const Type type : {kUint32, kInt32, kUint64, kInt64}) {
    Nest nest = {loop(type, {10}, kGreater, {1}, -2), loop(type, {3}, kNotEqual, {7}, 1),
                 loop(type, {0}, kLess, {9}, 4)};
    std::vector<Point> expected;
    for (int i = 10; i > 1; i -= 2) {
      for (int j = 3; j != 7; ++j) {
        for (int k = 0; k < 9; k += 4) expected.push_back({i, j, k});
      }
    }
    const std::uint64_t total = __kmpc_process_loop_nest_rectang(nullptr, 0, nest.data(), 3);
    ASSERT_EQ(total, expected.size());
    EXPECT_EQ(nest[0].trip_count, 5U);
    EXPECT_EQ(nest[1].trip_count, 4U);
    EXPECT_EQ(nest[2].trip_count, 3U);
    for (std::uint64_t number = 0; number < total; ++number) {
      std::uint64_t values[3] = {};
      __kmpc_calc_original_ivs_rectang(nullptr, number, nest.data(), values, 3);
      EXPECT_EQ((Point{static_cast<std::int64_t>(values[0]), static_cast<std::int64_t>(values[1]),
                       static_cast<std::int64_t>(values[2])}),
                expected[number]);
    }
  }
}

// Loops over narrow variables have bounds of 32 bits; what comes back is the variable, extended to 64 bits.
TEST(Collapse, VariablesAreNarrowed) {
  const std::uint64_t as_type[] = {0xfc,
                                   ~std::uint64_t{3},
                                   0xfffc,
                                   ~std::uint64_t{3},
                                   0xfffffffc,
                                   ~std::uint64_t{3},
                                   ~std::uint64_t{3},
                                   ~std::uint64_t{3}};
  for (std::int32_t type = kUint8; type <= kInt64; ++type) {
    Nest nest = {loop(kInt32, {-5}, kLess, {0}, 1)};
    nest[0].variable_type = type;
    ASSERT_EQ(__kmpc_process_loop_nest_rectang(nullptr, 0, nest.data(), 1), 5U);
    std::uint64_t value = 0;
    __kmpc_calc_original_ivs_rectang(nullptr, 1, nest.data(), &value, 1);
    EXPECT_EQ(value, as_type[type]) << "type " << type;
  }
}

}  // namespace
