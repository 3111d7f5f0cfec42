// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When tasks count as so short that their maker runs them at once, and when no longer.
#include "tasks/grain.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace muster::tasks {
namespace {

class GrainTest : public testing::Test {
 protected:
  GrainTest() { grain_.look_at(&routine_); }

  // As many tasks as given, unless a trial is due before. Returns how many it were.
  std::uint64_t put_off(std::uint64_t tasks, std::uint64_t ns_each) {
    for (std::uint64_t i = 0; i < tasks; ++i) {
      now_ns_ += ns_each;
      ++completed_;
      const bool is_due = grain_.puts_off([this] {
        ++looks_;
        return progress();
      });
      if (is_due) {
        return i + 1;
      }
    }
    return tasks;
  }
  // Until a trial is due, which is made. The team took so long for each.
  std::uint64_t try_out(std::uint64_t ns_each = 2 * Grain::kShortNs) {
    const std::uint64_t tasks = put_off(Grain::kMostTried, ns_each);
    grain_.tries(true, progress());
    return tasks;
  }

  // As many as lie between two looks at the clock.
  void run_at_once(std::uint64_t ns_each, std::uint64_t tasks = Grain::kBetweenLooks) {
    for (std::uint64_t i = 0; i < tasks; ++i) {
      grain_.begins([this] {
        ++looks_;
        return now_ns_;
      });
      now_ns_ += ns_each;
    }
  }
  void look() { run_at_once(0, 1); }

  Grain::Progress progress() const { return {&parent_, completed_, now_ns_}; }

  static constexpr std::uint64_t kShort = Grain::kShortNs / 2;

  int parent_ = 0, routine_ = 0, other_ = 0;
  Grain grain_;
  std::uint64_t now_ns_ = 1000;
  std::uint64_t completed_ = 5;
  std::uint32_t looks_ = 0;
};

TEST_F(GrainTest, ATrialIsDueWhenManyHaveBeenPutOffInAShortTime) {
  EXPECT_EQ(put_off(Grain::kMostTried, Grain::kPutOffNs / 2), Grain::kTried);
  EXPECT_FALSE(grain_.is_fine());
  EXPECT_EQ(looks_, 2U);
  grain_.tries(true, progress());
  EXPECT_TRUE(grain_.is_fine());
}

TEST_F(GrainTest, NoTrialIsMadeWhereTasksComeSlowly) {
  EXPECT_EQ(put_off(10 * Grain::kTried, Grain::kPutOffNs), 10 * Grain::kTried);
  EXPECT_FALSE(grain_.is_fine());
}

TEST_F(GrainTest, NoTrialIsMadeOfTheChildrenOfTwoParents) {
  put_off(Grain::kTried - 1, 1);
  const bool is_due = grain_.puts_off([this] { return Grain::Progress{&other_, completed_, now_ns_}; });
  EXPECT_FALSE(is_due);
  EXPECT_EQ(put_off(Grain::kMostTried, 1), Grain::kTried);
}

TEST_F(GrainTest, WhatDoesNotCompleteInTimeIsNotFineAndTheNextTrialIsLater) {
  put_off(Grain::kMostTried, 1);
  grain_.tries(false, progress());
  EXPECT_FALSE(grain_.is_fine());
  EXPECT_EQ(try_out(), 2 * Grain::kTried);
  EXPECT_TRUE(grain_.is_fine());
}

TEST_F(GrainTest, WhatIsKnownIsOfOneConstruct) {
  try_out();
  grain_.look_at(&routine_);
  EXPECT_TRUE(grain_.is_fine());
  grain_.look_at(&other_);
  EXPECT_FALSE(grain_.is_fine());
  grain_.look_at(&routine_);
  EXPECT_FALSE(grain_.is_fine());
}

TEST_F(GrainTest, ShortTasksStayFineWithALookAtTheClockForSome) {
  try_out();
  looks_ = 0;
  for (int i = 0; i < 1000; ++i) {
    run_at_once(kShort);
  }
  EXPECT_TRUE(grain_.is_fine());
  // The first stands alone.
  EXPECT_EQ(looks_, 1001U);
}

TEST_F(GrainTest, OneLongTaskIsEnoughToEndATrial) {
  try_out();
  run_at_once(2 * Grain::kFirstCreditNs, 1);
  look();
  EXPECT_FALSE(grain_.is_fine());
}

TEST_F(GrainTest, AnInterruptionIsForgivenForWhatWasSavedBefore) {
  try_out();
  for (std::int64_t saved = 0; saved < Grain::kMostCreditNs; saved += Grain::kBetweenLooks * kShort) {
    run_at_once(kShort);
  }
  run_at_once(Grain::kMostCreditNs / 2, 1);
  run_at_once(kShort);
  EXPECT_TRUE(grain_.is_fine());
  // No more can have been saved than there is room for.
  run_at_once(2 * Grain::kMostCreditNs, 1);
  run_at_once(kShort);
  EXPECT_FALSE(grain_.is_fine());
}

TEST_F(GrainTest, AFewLongTasksAmongManyShortOnesAreNotFine) {
  try_out();
  int batches = 0;
  for (; batches < 100 && grain_.is_fine(); ++batches) {
    run_at_once(1);
    if (batches % 10 == 0) {
      run_at_once(Grain::kLongNs * 100, 1);
    }
  }
  EXPECT_LT(batches, 100);
}

TEST_F(GrainTest, MayTakeAsLongAsTheTeamTookAndNoLongerThanALongTask) {
  const auto stays_fine = [this](std::uint64_t team_ns, std::uint64_t own_ns) {
    grain_ = Grain();
    grain_.look_at(&routine_);
    try_out(team_ns);
    for (int i = 0; i < 1000; ++i) {
      run_at_once(own_ns);
    }
    return grain_.is_fine();
  };
  EXPECT_TRUE(stays_fine(1, Grain::kShortNs - 1));
  EXPECT_FALSE(stays_fine(1, Grain::kShortNs + 50));
  EXPECT_TRUE(stays_fine(400, 280));
  EXPECT_FALSE(stays_fine(400, 400));
  EXPECT_TRUE(stays_fine(1900, Grain::kLongNs - 1));
  EXPECT_FALSE(stays_fine(1900, Grain::kLongNs + 50));
}

TEST_F(GrainTest, WhatLiesBetweenIsNotCounted) {
  try_out();
  for (int i = 0; i < 10; ++i) {
    run_at_once(kShort);
    grain_.pause();
    now_ns_ += 1'000'000;
  }
  EXPECT_TRUE(grain_.is_fine());
}

TEST_F(GrainTest, AfterAMistakeItTakesTwiceAsManyAndLaterFewerAgain) {
  const auto make_mistake = [this] {
    run_at_once(2 * Grain::kMostCreditNs, 1);
    run_at_once(0);
    EXPECT_FALSE(grain_.is_fine());
  };
  EXPECT_EQ(try_out(), Grain::kTried);
  make_mistake();
  EXPECT_EQ(try_out(), 2 * Grain::kTried);
  make_mistake();
  EXPECT_EQ(try_out(), 4 * Grain::kTried);
  for (std::uint32_t i = 0; i <= 2 * Grain::kForgotten; ++i) {
    run_at_once(kShort);
  }
  make_mistake();
  EXPECT_EQ(try_out(), 2 * Grain::kTried);
}

}  // namespace
}  // namespace muster::tasks
