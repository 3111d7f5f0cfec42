// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/yields.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "platform/native.h"

namespace muster::waiting {
namespace {

TEST(Yields, AreFutileAfterAFewThatFoundNobody) {
  Yields yields;
  yields.begin_wait(1000);
  for (std::uint32_t i = 0; i < kFutileYieldLimit; ++i) {
    EXPECT_FALSE(yields.are_futile());
    yields.note(1000, 1000 + kShortestSwitch_ns - 1);
  }
  EXPECT_TRUE(yields.are_futile());
  yields.note(1000, 1000 + kShortestSwitch_ns);
  EXPECT_FALSE(yields.are_futile());
}

TEST(Yields, AreCountedAnewInEachWait) {
  Yields yields;
  for (std::uint32_t i = 0; i < kFutileYieldLimit; ++i) yields.note(0, 0);
  yields.begin_wait(1);
  EXPECT_FALSE(yields.are_futile());
}

// Notes a loss that ends at that time.
bool lose(Yields& yields, std::uint64_t end_ns) { return yields.note(end_ns - kForeignSlice_ns, end_ns); }

// For how long yields are avoided after that time.
std::uint64_t avoided_after(const Yields& yields, std::uint64_t time_ns) {
  std::uint64_t for_ns = 0;
  while (yields.avoided_at(time_ns + for_ns)) for_ns += kShortestForeign_ns;
  return for_ns;
}

constexpr std::uint64_t kStart_ns = 100 * kLongestForeign_ns;

TEST(Yields, AreAvoidedWhenOneWentToAnotherProcess) {
  Yields yields;
  yields.begin_wait(kStart_ns - kForeignSlice_ns);
  EXPECT_FALSE(yields.note(kStart_ns - kForeignSlice_ns + 1, kStart_ns));
  EXPECT_FALSE(yields.avoided());
  EXPECT_TRUE(lose(yields, kStart_ns));
  EXPECT_TRUE(yields.avoided());
  EXPECT_FALSE(yields.do_nothing());
  yields.begin_wait(kStart_ns + kShortestForeign_ns - 1);
  EXPECT_TRUE(yields.avoided());
  yields.begin_wait(kStart_ns + kShortestForeign_ns);
  EXPECT_FALSE(yields.avoided());
}

TEST(Yields, AreAvoidedForLongerEachTimeWhileTheProcessIsThere) {
  Yields yields;
  std::uint64_t now_ns = kStart_ns;
  std::uint64_t expected_ns = kShortestForeign_ns;
  for (int i = 0; i < 6; ++i) {
    lose(yields, now_ns);
    EXPECT_EQ(avoided_after(yields, now_ns), expected_ns);
    now_ns += expected_ns + kForeignSlice_ns;
    expected_ns = std::min(4 * expected_ns, kLongestForeign_ns);
  }
  now_ns += 3 * kLongestForeign_ns;
  lose(yields, now_ns);
  EXPECT_EQ(avoided_after(yields, now_ns), kShortestForeign_ns);
}

TEST(Losses, AreLearntOnceByEachTeammate) {
  Losses<platform::Native> losses;
  Yields one;
  Yields other;
  EXPECT_FALSE(losses.has_news_for(other));
  lose(one, kStart_ns);
  losses.tell(one);
  EXPECT_FALSE(losses.has_news_for(one));
  EXPECT_TRUE(losses.has_news_for(other));
  losses.learn(other);
  EXPECT_FALSE(losses.has_news_for(other));
  EXPECT_EQ(avoided_after(other, kStart_ns), kShortestForeign_ns);
  // It goes on where the other one was.
  const std::uint64_t next_ns = kStart_ns + kShortestForeign_ns + kForeignSlice_ns;
  lose(other, next_ns);
  EXPECT_EQ(avoided_after(other, next_ns), 4 * kShortestForeign_ns);
}

TEST(Yields, GivenUpAreTriedAgainWhenTheTimeIsOver) {
  Yields yields;
  yields.give_up_until(500);
  EXPECT_TRUE(yields.do_nothing());
  yields.try_again_after(499);
  EXPECT_TRUE(yields.do_nothing());
  yields.try_again_after(500);
  EXPECT_FALSE(yields.do_nothing());
}

}  // namespace
}  // namespace muster::waiting
