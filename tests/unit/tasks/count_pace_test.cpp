// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/count_pace.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/base.h"

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

// How many of them count at their first look, second and so on where all come at the same time.
std::vector<std::uint32_t> counts_by_look(std::uint32_t threads, std::uint32_t looks) {
  std::vector<std::uint32_t> counts(looks);
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    CountPace pace;
    pace.is_due(threads);
    pace.take_turn(slot, threads);
    for (std::uint32_t& count : counts) {
      count += pace.is_due(threads) ? 1 : 0;
    }
  }
  return counts;
}

TEST(CountPace, NoMoreThanEightOfALargeTeamCountAtTheSameLook) {
  for (const std::uint32_t threads : {kThreadsInTurn, 300U, 512U, 1024U}) {
    std::uint32_t all = 0;
    for (const std::uint32_t counts : counts_by_look(threads, base::divide_rounding_up(threads, kThreadsThatCount))) {
      EXPECT_LE(counts, kThreadsThatCount) << threads;
      all += counts;
    }
    EXPECT_EQ(all, threads) << "each has its turn";
  }
}

TEST(CountPace, AllOfASmallerTeamCountAtTheirFirstLook) {
  for (const std::uint32_t threads : {1U, 2U, 8U, 64U, kThreadsInTurn - 1}) {
    EXPECT_EQ(counts_by_look(threads, 1).front(), threads);
  }
}

TEST(CountPace, ThePrimaryCountsAtItsFirstLook) {
  CountPace pace;
  pace.is_due(512);
  pace.take_turn(0, 512);
  EXPECT_TRUE(pace.is_due(512));
}

TEST(CountPace, TheFirstLookCounts) { EXPECT_TRUE(CountPace{}.is_due(512)); }

}  // namespace
}  // namespace muster::tasks
