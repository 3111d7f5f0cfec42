// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/yields.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "platform/native.h"

namespace muster::waiting {
namespace {

constexpr std::uint64_t kShortestSwitch_ns = Yields::Made{}.shortest_switch_ns;

Yields::Made made(std::uint64_t began_ns, std::uint64_t ended_ns, std::uint64_t teammates_ran_ns) {
  return {.began_ns = began_ns, .ended_ns = ended_ns, .teammates_ran_ns = teammates_ran_ns};
}

TEST(Yields, AreFutileAfterAFewThatFoundNobody) {
  Yields yields;
  yields.begin_wait(1000);
  for (std::uint32_t i = 0; i < kFutileYieldLimit; ++i) {
    EXPECT_FALSE(yields.are_futile());
    yields.note(made(1000, 1000 + kShortestSwitch_ns - 1, Yields::kNotAudited));
  }
  EXPECT_TRUE(yields.are_futile());
  yields.note(made(1000, 1000 + kShortestSwitch_ns, Yields::kNotAudited));
  EXPECT_FALSE(yields.are_futile());
}

TEST(Yields, AreCountedAnewInEachWait) {
  Yields yields;
  for (std::uint32_t i = 0; i < kFutileYieldLimit; ++i) yields.note(made(0, 0, Yields::kNotAudited));
  yields.begin_wait(1);
  EXPECT_FALSE(yields.are_futile());
}

constexpr std::uint64_t kSlice_ns = 4'000'000;
constexpr std::uint64_t kStart_ns = 100 * kLongestForeign_ns;

// A yield that takes a slice and ends then, while no teammate ran.
bool yield_slice(Yields& yields, std::uint64_t end_ns) {
  return yields.note(made(end_ns - kSlice_ns, end_ns, 0)) == Yields::Found::loss;
}

// Whether yields are avoided for just so long after that time.
bool avoided_for(const Yields& yields, std::uint64_t time_ns, std::uint64_t for_ns) {
  return yields.avoided_at(time_ns + for_ns - 1) && !yields.avoided_at(time_ns + for_ns);
}

TEST(Yields, AreAvoidedWhenOneWentToAnotherProcess) {
  Yields yields;
  yields.begin_wait(kStart_ns - kForeignSlice_ns);
  EXPECT_EQ(yields.note(made(kStart_ns - kForeignSlice_ns + 1, kStart_ns, 0)), Yields::Found::nothing);
  EXPECT_FALSE(yields.avoided());
  EXPECT_TRUE(yield_slice(yields, kStart_ns));
  EXPECT_TRUE(yields.avoided());
  EXPECT_FALSE(yields.do_nothing());
  EXPECT_TRUE(avoided_for(yields, kStart_ns, kLongestForeign_ns));
  yields.begin_wait(kStart_ns + kLongestForeign_ns - 1);
  EXPECT_TRUE(yields.avoided());
  yields.begin_wait(kStart_ns + kLongestForeign_ns);
  EXPECT_FALSE(yields.avoided());
}

TEST(Yields, AreLostByWhatTheClocksAndTheSystemSay) {
  struct Case {
    std::uint64_t teammates_ran_ns;
    Known strangers_run;
    Yields::Found found;
  };
  for (const Case& expected : {
           Case{Yields::kNotAudited, Known::yes, Yields::Found::loss},
           Case{Yields::kNotAudited, Known::unknown, Yields::Found::slice},
           Case{Yields::kNotAudited, Known::no, Yields::Found::nothing},
           Case{0, Known::yes, Yields::Found::loss},
           Case{0, Known::unknown, Yields::Found::loss},
           Case{0, Known::no, Yields::Found::nothing},  // the CPU was idle
           Case{kSlice_ns, Known::yes, Yields::Found::slice},
           Case{kSlice_ns, Known::unknown, Yields::Found::slice},
       }) {
    Yields yields;
    Yields::Made slice = made(kStart_ns - kSlice_ns, kStart_ns, expected.teammates_ran_ns);
    slice.strangers_run = expected.strangers_run;
    EXPECT_EQ(yields.note(slice), expected.found);
    EXPECT_EQ(yields.avoided_at(kStart_ns), expected.found == Yields::Found::loss);
    EXPECT_EQ(yields.are_audited_at(kStart_ns, 1), expected.found != Yields::Found::nothing);
  }
}

TEST(Yields, AreWorthASliceNowAndThen) {
  // The one that takes the slice counts too.
  const std::uint64_t enough = kSlice_ns / kSleepForYield_ns - 1;
  Yields yields;
  for (std::uint64_t turn = 0; turn < enough; ++turn) yields.note_turn();
  EXPECT_FALSE(yield_slice(yields, kStart_ns));
  EXPECT_FALSE(yields.avoided_at(kStart_ns));
  // It begins anew.
  for (std::uint64_t turn = 0; turn < enough - 1; ++turn) yields.note_turn();
  EXPECT_TRUE(yield_slice(yields, kStart_ns + 2 * kSlice_ns));
}

TEST(Yields, OfAllThreadsOnACpuMakeUpForASlice) {
  constexpr std::uint32_t kShare = 8;
  // The one that took the slice is one of them.
  const std::uint64_t enough = kSlice_ns / kSleepForYield_ns / kShare - 1;
  for (const std::uint64_t turns : {enough, enough - 1}) {
    Yields yields;
    for (std::uint64_t turn = 0; turn < turns; ++turn) yields.note_turn();
    Yields::Made lost = made(kStart_ns - kSlice_ns, kStart_ns, 0);
    lost.share = kShare;
    EXPECT_EQ(yields.note(lost) == Yields::Found::loss, turns < enough);
  }
}

TEST(Yields, AreNotLostToTeammatesThatWork) {
  Yields yields;
  EXPECT_NE(yields.note(made(kStart_ns, kStart_ns + kSlice_ns, kSlice_ns)), Yields::Found::loss);
  EXPECT_NE(yields.note(made(kStart_ns, kStart_ns + kSlice_ns, 2 * kSlice_ns)), Yields::Found::loss)
      << "they also ran elsewhere";
  EXPECT_NE(yields.note(made(kStart_ns, kStart_ns + kSlice_ns, kSlice_ns - kForeignSlice_ns + 1)), Yields::Found::loss);
  EXPECT_FALSE(yields.avoided_at(kStart_ns + kSlice_ns));
  EXPECT_EQ(yields.note(made(kStart_ns, kStart_ns + kSlice_ns, kSlice_ns - kForeignSlice_ns)), Yields::Found::loss)
      << "a slice is missing";
}

TEST(Yields, AreAuditedAfterOneThatTookASlice) {
  Yields yields;
  EXPECT_FALSE(yields.are_audited_at(kStart_ns, 1));
  EXPECT_NE(yields.note(made(kStart_ns, kStart_ns + kSlice_ns, Yields::kNotAudited)), Yields::Found::loss)
      << "nobody knows who had it";
  const std::uint64_t now_ns = kStart_ns + kSlice_ns;
  yields.note(made(now_ns, now_ns + kShortestSwitch_ns, 0));
  EXPECT_TRUE(yields.are_audited_at(now_ns + kAudit_ns - 1, 1)) << "another process need not take every yield";
  EXPECT_FALSE(yields.are_audited_at(now_ns + kAudit_ns, 1));
}

// An audit reads a clock for each teammate on the CPU, twice, which is 16 system calls or more at each yield where so many share it.
TEST(Yields, AreNotAuditedWhereTheTurnsHaveSavedMoreThanASliceCosts) {
  for (const std::uint32_t share : {1U, 2U, 4U, 16U}) {
    Yields yields;
    yields.note(made(kStart_ns, kStart_ns + kSlice_ns, Yields::kNotAudited));
    const std::uint64_t enough = base::divide_rounding_up(kUsualSlice_ns / kSleepForYield_ns, std::uint64_t{share});
    for (std::uint64_t turn = 0; turn < enough; ++turn) {
      EXPECT_TRUE(yields.are_audited_at(kStart_ns + kSlice_ns, share)) << turn;
      yields.note_turn();
    }
    EXPECT_FALSE(yields.are_audited_at(kStart_ns + kSlice_ns, share));
    yields.note(made(kStart_ns, kStart_ns + kSlice_ns, Yields::kNotAudited));
    EXPECT_TRUE(yields.are_audited_at(kStart_ns + kSlice_ns, share)) << "a slice that nobody looked at";
  }
}

// Where hundreds share a CPU a yield takes a millisecond though nobody works, and to sleep would take all of them longer than a slice.
TEST(Yields, AreNotLostToACrowdOfTeammatesThatHaveNothingToDo) {
  const auto finds_a_slice = [](std::uint32_t share, std::uint64_t took_ns) {
    Yields yields;
    Yields::Made one = made(kStart_ns, kStart_ns + took_ns, 0);
    one.share = share;
    return yields.note(one) != Yields::Found::nothing || yields.are_audited_at(kStart_ns + took_ns, share);
  };
  EXPECT_TRUE(finds_a_slice(1, kForeignSlice_ns));
  for (const std::uint32_t share : {2U, 8U, 32U, 128U, 512U}) {
    const std::uint64_t in_vain_ns = kLapsAtMost * lap_ns(share, kShortestSwitch_ns);
    EXPECT_FALSE(finds_a_slice(share, kForeignSlice_ns + in_vain_ns - 1)) << share;
    EXPECT_TRUE(finds_a_slice(share, kForeignSlice_ns + in_vain_ns)) << share;
  }
  for (const std::uint32_t share : {8U, 128U, 256U}) {
    Yields yields;
    Yields::Made one = made(kStart_ns, kStart_ns + kSlice_ns, 0);
    one.share = share;
    EXPECT_EQ(yields.note(one) == Yields::Found::loss, share * kSleepForYield_ns < kSlice_ns) << share;
  }
}

TEST(Yields, NeedNoClockWhereTheTurnsOfACrowdTakeSoLong) {
  constexpr std::uint32_t kShare = 64;
  const std::uint64_t lap = lap_ns(kShare, kShortestSwitch_ns);
  const std::uint64_t turns_ns = kForeignSlice_ns + kTurnsPerClock * lap;
  Yields yields;
  // The first has nothing before it.
  std::uint64_t now_ns = turns_ns;
  for (yields.begin_wait(now_ns, lap); now_ns < turns_ns + 2 * kAudit_ns; now_ns += turns_ns - 1) {
    yields.begin_wait(now_ns, lap);
  }
  yields.begin_wait(now_ns, lap);
  EXPECT_FALSE(yields.need_clock());
  yields.begin_wait(now_ns + turns_ns, lap);
  EXPECT_TRUE(yields.need_clock());
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
  audited.note(made(kStart_ns, kStart_ns + kSlice_ns, Yields::kNotAudited));
  EXPECT_TRUE(audited.need_clock());
  Yields avoided;
  yield_slice(avoided, kStart_ns);
  EXPECT_TRUE(avoided.need_clock());
  avoided.trust_again(kStart_ns);
  EXPECT_TRUE(avoided.need_clock());
  EXPECT_TRUE(avoided.are_audited_at(kStart_ns, 1)) << "if the process has not gone, the first slice shows it";
}

TEST(Losses, AreLearntOnceByEachTeammate) {
  Losses<platform::Native> losses;
  Yields one;
  Yields other;
  EXPECT_FALSE(losses.has_news_for(other));
  yield_slice(one, kStart_ns);
  losses.tell_lost(one, kStart_ns);
  EXPECT_FALSE(losses.has_news_for(one));
  EXPECT_TRUE(losses.has_news_for(other));
  losses.learn(other);
  EXPECT_FALSE(losses.has_news_for(other));
  EXPECT_TRUE(avoided_for(other, kStart_ns, kLongestForeign_ns));
}

TEST(Losses, LetAllAuditAfterASlice) {
  Losses<platform::Native> losses;
  Yields one;
  Yields other;
  losses.tell_slice(one, kStart_ns);
  losses.learn(other);
  EXPECT_FALSE(other.avoided_at(kStart_ns));
  EXPECT_TRUE(other.are_audited_at(kStart_ns + kAudit_ns - 1, 1));
  EXPECT_FALSE(other.are_audited_at(kStart_ns + kAudit_ns, 1));
}

// A team that lost a slice at kStart_ns.
class Believers : public testing::Test {
 protected:
  Believers() {
    yield_slice(one_, kStart_ns);
    losses_.tell_lost(one_, kStart_ns);
    losses_.learn(other_);
  }

  // Asks as a waiter does. True if yields are trusted again.
  bool ask(std::uint64_t now_ns, Known is_there) {
    EXPECT_TRUE(one_.are_doubted_at(now_ns));
    EXPECT_TRUE(losses_.may_be_asked_at(now_ns));
    if (!losses_.asked(one_, now_ns, is_there)) {
      one_.keep_avoiding(now_ns);
      return false;
    }
    one_.trust_again(now_ns);
    losses_.tell_gone(one_, now_ns);
    return true;
  }

  Losses<platform::Native> losses_;
  Yields one_;
  Yields other_;
};

TEST_F(Believers, AskNowAndThenOneForAll) {
  EXPECT_FALSE(one_.are_doubted_at(kStart_ns + kAskInterval_ns - 1));
  const std::uint64_t now_ns = kStart_ns + kAskInterval_ns;
  EXPECT_TRUE(other_.are_doubted_at(now_ns));
  EXPECT_FALSE(ask(now_ns, Known::yes));
  EXPECT_FALSE(one_.are_doubted_at(now_ns + kAskInterval_ns - 1));
  EXPECT_FALSE(losses_.may_be_asked_at(now_ns + kAskInterval_ns - 1)) << "one asks for all";
}

TEST_F(Believers, TrustAgainWhenTheProcessHasGone) {
  const std::uint64_t now_ns = kStart_ns + kAskInterval_ns;
  EXPECT_TRUE(ask(now_ns, Known::no));
  EXPECT_FALSE(one_.avoided_at(now_ns));
  EXPECT_TRUE(losses_.has_news_for(other_));
  losses_.learn(other_);
  EXPECT_FALSE(other_.avoided_at(now_ns));
  EXPECT_LE(kAskInterval_ns + kDoubt_ns, 10'000'000U) << "a wrong belief ends within 10 ms";
}

TEST_F(Believers, LearnOnceThatItHasGone) {
  const std::uint64_t now_ns = kStart_ns + kAskInterval_ns;
  EXPECT_TRUE(ask(now_ns, Known::no));
  losses_.learn(other_);
  other_.give_up(now_ns, true);
  losses_.tell_slice(one_, now_ns + 1);
  losses_.learn(other_);
  EXPECT_TRUE(other_.avoided_at(now_ns + kAvoidFutileYieldsAtFirst_ns - 1))
      << "yields do nothing, whoever has gone before";
}

TEST_F(Believers, RiskASliceWhenItIsNotKnownForLong) {
  std::uint64_t now_ns = kStart_ns;
  for (; now_ns + kAskInterval_ns < kStart_ns + kDoubt_ns;) {
    EXPECT_FALSE(ask(now_ns += kAskInterval_ns, Known::unknown));
  }
  EXPECT_FALSE(ask(now_ns += kAskInterval_ns, Known::yes)) << "then it counts anew";
  for (const std::uint64_t sure_ns = now_ns; now_ns + kAskInterval_ns < sure_ns + kDoubt_ns;) {
    EXPECT_FALSE(ask(now_ns += kAskInterval_ns, Known::unknown));
  }
  EXPECT_TRUE(ask(now_ns + kAskInterval_ns, Known::unknown));
}

TEST_F(Believers, RiskItLaterEachTimeThatItWasWrong) {
  std::uint64_t lost_ns = kStart_ns;
  for (std::uint64_t doubt_ns = kDoubt_ns; doubt_ns < kLongestForeign_ns / 2; doubt_ns *= 2) {
    EXPECT_FALSE(ask(lost_ns + doubt_ns - 1, Known::unknown)) << doubt_ns;
    EXPECT_TRUE(ask(lost_ns + doubt_ns - 1 + kAskInterval_ns, Known::unknown)) << doubt_ns;
    lost_ns += doubt_ns + 2 * kAskInterval_ns;
    EXPECT_TRUE(yield_slice(one_, lost_ns));
    losses_.tell_lost(one_, lost_ns);
  }
}

TEST(Yields, GivenUpAreTriedAgainWhenTheTimeIsOver) {
  Yields yields;
  yields.give_up(kStart_ns, true);
  EXPECT_TRUE(yields.do_nothing());
  yields.try_again_after(kStart_ns + kAvoidFutileYieldsAtFirst_ns - 1);
  EXPECT_TRUE(yields.do_nothing());
  yields.try_again_after(kStart_ns + kAvoidFutileYieldsAtFirst_ns);
  EXPECT_FALSE(yields.do_nothing());
}

// For how long, if they are now.
std::uint64_t given_up_for_ns(Yields& yields, bool crowded) {
  yields.give_up(kStart_ns, crowded);
  std::uint64_t time_ns = 0;
  while (yields.avoided_at(kStart_ns + time_ns)) {
    time_ns += kAvoidFutileYieldsAtFirst_ns / 10;
  }
  return time_ns;
}

TEST(Yields, AreGivenUpForLongerUntilOneGivesTheCpuAway) {
  Yields yields;
  for (std::uint64_t wanted_ns = kAvoidFutileYieldsAtFirst_ns; wanted_ns < kAvoidFutileYields_ns; wanted_ns *= 4) {
    EXPECT_EQ(given_up_for_ns(yields, true), wanted_ns);
    // Another one that finds nobody.
    yields.note({.began_ns = kStart_ns, .ended_ns = kStart_ns + 1});
  }
  EXPECT_EQ(given_up_for_ns(yields, true), kAvoidFutileYields_ns);
  EXPECT_EQ(given_up_for_ns(yields, true), kAvoidFutileYields_ns);
  yields.note({.began_ns = kStart_ns, .ended_ns = kStart_ns + 100'000});
  EXPECT_EQ(given_up_for_ns(yields, true), kAvoidFutileYieldsAtFirst_ns);
}

TEST(Yields, AreGivenUpForTheSameTimeWhereEachThreadHasACpu) {
  Yields yields;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(given_up_for_ns(yields, false), kAvoidFutileYieldsAtFirst_ns);
  }
}

// A system call of 60 ns, one of the reference machine, and those of two sandboxes: what a yield takes that finds nobody lies below, a switch there and back above.
TEST(ShortestSwitch, GoesByWhatASystemCallTakes) {
  for (const std::uint64_t call_ns : {60, 150, 1'000, 5'000}) {
    const std::uint64_t finds_nobody_ns = call_ns + kYieldWork_ns;
    EXPECT_GT(shortest_switch_ns(call_ns), finds_nobody_ns + finds_nobody_ns / 4);
    EXPECT_LT(shortest_switch_ns(call_ns), 2 * finds_nobody_ns);
  }
}

}  // namespace
}  // namespace muster::waiting
