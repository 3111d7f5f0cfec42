// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "misuse/look_times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace muster::misuse {
namespace {

// After the look that all of them have at the same time, `looks` more: when each comes, in order.
std::vector<std::uint64_t> times_of(std::uint32_t first, std::uint32_t threads, int looks) {
  std::vector<std::uint64_t> times;
  for (std::uint32_t i = 0; i < threads; ++i) {
    std::uint64_t passed_ns = kFirstLook_ns;
    std::uint64_t time_ns = kFirstLook_ns;
    for (int look = 0; look < looks; ++look) {
      passed_ns = next_look_ns(passed_ns, first + i);
      time_ns += passed_ns;
    }
    times.push_back(time_ns);
  }
  std::ranges::sort(times);
  return times;
}

std::uint64_t smallest_gap_ns(const std::vector<std::uint64_t>& times) {
  std::uint64_t smallest_ns = ~std::uint64_t{0};
  for (std::size_t i = 1; i < times.size(); ++i) {
    smallest_ns = std::min(smallest_ns, times[i] - times[i - 1]);
  }
  return smallest_ns;
}

TEST(LookTimes, ThreadsThatBeganToWaitAtTheSameTimeLookApart) {
  for (const std::uint32_t threads : {2U, 3U, 16U, 64U, 512U}) {
    for (const std::uint32_t first : {0U, 1U, 12'345U, ~0U - threads / 2}) {
      EXPECT_GE(smallest_gap_ns(times_of(first, threads, 1)), kFirstLook_ns / (4 * threads)) << threads << " " << first;
      EXPECT_GE(smallest_gap_ns(times_of(first, threads, 2)), kFirstLook_ns / threads) << threads << " " << first;
    }
  }
}

TEST(LookTimes, ALookComesTwoToThreeSecondsAfterTheFirst) {
  for (std::uint32_t number = 0; number < 1'000; ++number) {
    EXPECT_GE(next_look_ns(kFirstLook_ns, number), 2 * kFirstLook_ns);
    EXPECT_LT(next_look_ns(kFirstLook_ns, number), 3 * kFirstLook_ns);
  }
}

TEST(LookTimes, LooksComeRarerAndRarerUpToAMinuteApart) {
  for (std::uint32_t number = 0; number < 100; ++number) {
    std::uint64_t passed_ns = kFirstLook_ns;
    for (int look = 0; look < 10; ++look) {
      const std::uint64_t next_ns = next_look_ns(passed_ns, number);
      EXPECT_TRUE(next_ns > passed_ns || next_ns == kRarestLook_ns);
      passed_ns = next_ns;
    }
    EXPECT_EQ(passed_ns, kRarestLook_ns);
  }
}

}  // namespace
}  // namespace muster::misuse
