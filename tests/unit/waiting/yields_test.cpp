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
    yields.note(1000, 1000 + kShortestSwitch_ns - 1, Yields::kNotAudited);
  }
  EXPECT_TRUE(yields.are_futile());
  yields.note(1000, 1000 + kShortestSwitch_ns, Yields::kNotAudited);
  EXPECT_FALSE(yields.are_futile());
}

TEST(Yields, AreCountedAnewInEachWait) {
  Yields yields;
  for (std::uint32_t i = 0; i < kFutileYieldLimit; ++i) yields.note(0, 0, Yields::kNotAudited);
  yields.begin_wait(1);
  EXPECT_FALSE(yields.are_futile());
}

constexpr std::uint64_t kSlice_ns = 4'000'000;
constexpr std::uint64_t kStart_ns = 100 * kLongestForeign_ns;

// A yield that takes a slice and ends then, while no teammate ran.
bool yield_slice(Yields& yields, std::uint64_t end_ns) { return yields.note(end_ns - kSlice_ns, end_ns, 0); }

// Whether yields are avoided for just so long after that time.
bool avoided_for(const Yields& yields, std::uint64_t time_ns, std::uint64_t for_ns) {
  return yields.avoided_at(time_ns + for_ns - 1) && !yields.avoided_at(time_ns + for_ns);
}

TEST(Yields, AreAvoidedWhenOneWentToAnotherProcess) {
  Yields yields;
  yields.begin_wait(kStart_ns - kForeignSlice_ns);
  EXPECT_FALSE(yields.note(kStart_ns - kForeignSlice_ns + 1, kStart_ns, 0));
  EXPECT_FALSE(yields.avoided());
  EXPECT_TRUE(yield_slice(yields, kStart_ns));
  EXPECT_TRUE(yields.avoided());
  EXPECT_FALSE(yields.do_nothing());
  yields.begin_wait(kStart_ns + kSlice_ns - 1);
  EXPECT_TRUE(yields.avoided());
  yields.begin_wait(kStart_ns + kSlice_ns);
  EXPECT_FALSE(yields.avoided());
}

TEST(Yields, AreAvoidedForLongerEachTimeWhileTheProcessIsThere) {
  Yields yields;
  std::uint64_t now_ns = kStart_ns;
  std::uint64_t expected_ns = kSlice_ns;
  for (int i = 0; i < 6; ++i) {
    EXPECT_TRUE(yield_slice(yields, now_ns));
    EXPECT_TRUE(avoided_for(yields, now_ns, expected_ns)) << i;
    now_ns += expected_ns + kSlice_ns;
    expected_ns = std::min(4 * expected_ns, kLongestForeign_ns);
  }
}

TEST(Yields, AreWorthASliceNowAndThen) {
  Yields yields;
  yield_slice(yields, kStart_ns);
  EXPECT_TRUE(yield_slice(yields, kStart_ns + 2 * kSlice_ns));
  const std::uint64_t enough = kSlice_ns / kSleepForYield_ns;
  for (std::uint64_t turn = 0; turn < enough; ++turn) yields.note_turn();
  EXPECT_FALSE(yield_slice(yields, kStart_ns + 20 * kSlice_ns));
  EXPECT_FALSE(yields.avoided_at(kStart_ns + 20 * kSlice_ns));
  // It begins anew.
  for (std::uint64_t turn = 0; turn < enough - 1; ++turn) yields.note_turn();
  EXPECT_TRUE(yield_slice(yields, kStart_ns + 30 * kSlice_ns));
  EXPECT_TRUE(avoided_for(yields, kStart_ns + 30 * kSlice_ns, kSlice_ns));
}

TEST(Losses, AreLearntOnceByEachTeammate) {
  Losses<platform::Native> losses;
  Yields one;
  Yields other;
  EXPECT_FALSE(losses.has_news_for(other));
  yield_slice(one, kStart_ns);
  losses.tell(one);
  EXPECT_FALSE(losses.has_news_for(one));
  EXPECT_TRUE(losses.has_news_for(other));
  losses.learn(other);
  EXPECT_FALSE(losses.has_news_for(other));
  EXPECT_TRUE(avoided_for(other, kStart_ns, kSlice_ns));
  // It goes on where the other one was.
  const std::uint64_t next_ns = kStart_ns + 2 * kSlice_ns;
  yield_slice(other, next_ns);
  EXPECT_TRUE(avoided_for(other, next_ns, 4 * kSlice_ns));
}

TEST(Yields, AreNotLostToTeammatesThatWork) {
  Yields yields;
  EXPECT_FALSE(yields.note(kStart_ns, kStart_ns + kSlice_ns, kSlice_ns));
  EXPECT_FALSE(yields.note(kStart_ns, kStart_ns + kSlice_ns, 2 * kSlice_ns)) << "they also ran elsewhere";
  EXPECT_FALSE(yields.note(kStart_ns, kStart_ns + kSlice_ns, kSlice_ns - kForeignSlice_ns + 1));
  EXPECT_FALSE(yields.avoided_at(kStart_ns + kSlice_ns));
  EXPECT_TRUE(yields.note(kStart_ns, kStart_ns + kSlice_ns, kSlice_ns - kForeignSlice_ns)) << "a slice is missing";
}

TEST(Yields, AreAuditedAfterOneThatTookASlice) {
  Yields yields;
  EXPECT_FALSE(yields.are_audited_at(kStart_ns));
  EXPECT_FALSE(yields.note(kStart_ns, kStart_ns + kSlice_ns, Yields::kNotAudited)) << "nobody knows who had it";
  const std::uint64_t now_ns = kStart_ns + kSlice_ns;
  yields.note(now_ns, now_ns + kShortestSwitch_ns, 0);
  EXPECT_TRUE(yields.are_audited_at(now_ns + kAudit_ns - 1)) << "another process need not take every yield";
  EXPECT_FALSE(yields.are_audited_at(now_ns + kAudit_ns));
}

TEST(Yields, NeedTheClockWhereOneThatDidNotLookMayHaveLostASlice) {
  Yields yields;
  yields.begin_wait(kStart_ns);
  std::uint64_t now_ns = kStart_ns;
  for (const std::uint64_t end_ns = now_ns + kAudit_ns; now_ns < end_ns; now_ns += kForeignSlice_ns - 1) {
    yields.begin_wait(now_ns);
  }
  yields.begin_wait(now_ns);
  EXPECT_FALSE(yields.need_clock()) << "no slice fits between these";
  yields.begin_wait(now_ns + kForeignSlice_ns);
  EXPECT_TRUE(yields.need_clock());
}

TEST(Yields, NeedTheClockWhileTheyAreAuditedOrAvoided) {
  Yields audited;
  audited.note(kStart_ns, kStart_ns + kSlice_ns, Yields::kNotAudited);
  EXPECT_TRUE(audited.need_clock());
  Yields avoided;
  yield_slice(avoided, kStart_ns);
  EXPECT_TRUE(avoided.need_clock());
  avoided.trust_again(kStart_ns);
  EXPECT_TRUE(avoided.need_clock());
  EXPECT_TRUE(avoided.are_audited_at(kStart_ns)) << "if the process has not gone, the first slice shows it";
}

TEST(Yields, AreTrustedAgainSoonAfterTheProcessHasGone) {
  Yields yields;
  for (int i = 0; i < 6; ++i) yield_slice(yields, kStart_ns);
  EXPECT_TRUE(yields.avoided_at(kStart_ns + kLongestForeign_ns - 1));
  EXPECT_FALSE(yields.are_doubted_at(kStart_ns + kDoubt_ns - 1));
  EXPECT_TRUE(yields.are_doubted_at(kStart_ns + kDoubt_ns));
  yields.keep_avoiding(kStart_ns + kDoubt_ns);
  EXPECT_FALSE(yields.are_doubted_at(kStart_ns + 2 * kDoubt_ns - 1));
  EXPECT_TRUE(yields.are_doubted_at(kStart_ns + 2 * kDoubt_ns));
  yields.trust_again(kStart_ns + 2 * kDoubt_ns);
  EXPECT_FALSE(yields.avoided_at(kStart_ns + 2 * kDoubt_ns));
  EXPECT_LE(kDoubt_ns, 10'000'000U);
}

TEST(Yields, AreDoubtedLessOftenWhereDoubtsWereWrong) {
  Yields yields;
  std::uint64_t now_ns = kStart_ns;
  yield_slice(yields, now_ns);
  for (std::uint64_t doubt_ns = kDoubt_ns; doubt_ns < kLongestForeign_ns; doubt_ns *= 2) {
    yields.trust_again(now_ns);
    yield_slice(yields, now_ns + 1);
    ++now_ns;
    const std::uint64_t next_ns = std::min(2 * doubt_ns, kLongestForeign_ns);
    for (int i = 0; i < 6; ++i) yield_slice(yields, now_ns);
    EXPECT_FALSE(yields.are_doubted_at(now_ns + next_ns - 1)) << doubt_ns;
  }
}

TEST(Losses, EndForAllWhenOneFindsTheProcessGone) {
  Losses<platform::Native> losses;
  Yields one;
  Yields other;
  yield_slice(one, kStart_ns);
  losses.tell(one);
  losses.learn(other);
  const std::uint64_t now_ns = kStart_ns + 1;
  ASSERT_TRUE(other.avoided_at(now_ns));
  EXPECT_TRUE(losses.may_be_doubted_at(now_ns));
  losses.doubt(now_ns);
  EXPECT_FALSE(losses.may_be_doubted_at(now_ns + kDoubt_ns - 1)) << "one asks for all";
  EXPECT_TRUE(losses.may_be_doubted_at(now_ns + kDoubt_ns));
  one.trust_again(now_ns);
  losses.tell_gone(one, now_ns);
  EXPECT_TRUE(losses.has_news_for(other));
  losses.learn(other);
  EXPECT_FALSE(other.avoided_at(now_ns));
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
