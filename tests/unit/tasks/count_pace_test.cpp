// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/count_pace.h"

#include <gtest/gtest.h>

namespace muster::tasks {
namespace {

std::uint32_t counts_in(std::uint32_t looks, std::uint32_t at_once) {
  CountPace pace;
  std::uint32_t counts = 0;
  for (std::uint32_t look = 0; look < looks; ++look) {
    counts += pace.is_due(at_once) ? 1 : 0;
  }
  return counts;
}

TEST(CountPace, ASmallTeamCountsAtEachLook) {
  for (const std::uint32_t threads : {0U, 1U, 2U, 3U, 8U}) {
    EXPECT_EQ(counts_in(100, threads), 100U) << threads;
  }
}

// However many they are: each count reads a line a thread.
TEST(CountPace, ALargeTeamCountsNoMoreOftenThanEightThreads) {
  constexpr std::uint32_t kLooks = 6400;
  for (const std::uint32_t threads : {16U, 64U, 256U, 512U}) {
    EXPECT_LE(counts_in(kLooks, threads) * threads, kThreadsThatCount * kLooks) << threads;
    EXPECT_GE(counts_in(kLooks, threads) * threads, kThreadsThatCount * kLooks / 2) << threads;
  }
}

TEST(CountPace, TheFirstLookCounts) { EXPECT_TRUE(CountPace{}.is_due(512)); }

}  // namespace
}  // namespace muster::tasks
