// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When tasks count as so short that their maker runs them at once, and when no longer.
#include "tasks/grain.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace muster::tasks {
namespace {

class GrainTest : public testing::Test {
 protected:
  GrainTest() { grain_.look_at(&parent_, 7, &routine_); }

  void help(std::uint64_t tasks, std::uint64_t ns_each) { grain_.has_helped(tasks, tasks * ns_each); }

  // As many as lie between two looks at the clock.
  void run_at_once(std::uint64_t ns_each) {
    for (std::uint32_t i = 0; i < Grain::kBetweenLooks; ++i) {
      grain_.begins([this] {
        ++looks_;
        return now_ns_;
      });
      now_ns_ += ns_each;
    }
  }

  static constexpr std::uint64_t kShort = Grain::kShortNs / 2;
  static constexpr std::uint64_t kLong = Grain::kShortNs * 2;

  int parent_ = 0, routine_ = 0, other_ = 0;
  Grain grain_;
  std::uint64_t now_ns_ = 1000;
  std::uint32_t looks_ = 0;
};

TEST_F(GrainTest, NothingIsFineOnAGuess) {
  EXPECT_FALSE(grain_.is_fine());
  help(Grain::kJudged - 1, 1);
  EXPECT_FALSE(grain_.is_fine());
  help(1, 1);
  EXPECT_TRUE(grain_.is_fine());
}

TEST_F(GrainTest, LongTasksThatWerePutOffAreNotFine) {
  help(Grain::kJudged, Grain::kShortPutOffNs);
  EXPECT_FALSE(grain_.is_fine());
  help(Grain::kJudged, Grain::kShortPutOffNs - 1);
  EXPECT_TRUE(grain_.is_fine());
}

TEST_F(GrainTest, WhatIsKnownIsOfOneConstructOneParentAndOneBarrier) {
  for (int changed = 0; changed < 3; ++changed) {
    help(Grain::kJudged, 1);
    ASSERT_TRUE(grain_.is_fine());
    grain_.look_at(&parent_, 7, &routine_);
    EXPECT_TRUE(grain_.is_fine());
    grain_.look_at(changed == 0 ? &other_ : &parent_, changed == 1 ? 8 : 7, changed == 2 ? &other_ : &routine_);
    EXPECT_FALSE(grain_.is_fine());
    grain_.look_at(&parent_, 7, &routine_);
    EXPECT_FALSE(grain_.is_fine());
  }
}

TEST_F(GrainTest, ShortTasksStayFineWithALookAtTheClockForSome) {
  help(Grain::kJudged, 1);
  for (int i = 0; i < 1000; ++i) {
    run_at_once(kShort);
  }
  EXPECT_TRUE(grain_.is_fine());
  EXPECT_EQ(looks_, 1000U);
}

TEST_F(GrainTest, OneInterruptionIsForgivenAndTwoAreNot) {
  help(Grain::kJudged, 1);
  run_at_once(kLong);
  run_at_once(kShort);
  run_at_once(kLong);
  run_at_once(kShort);
  run_at_once(kShort);
  EXPECT_TRUE(grain_.is_fine());
  run_at_once(kLong);
  run_at_once(kLong);
  run_at_once(kLong);
  EXPECT_FALSE(grain_.is_fine());
}

TEST_F(GrainTest, WhatLiesBetweenIsNotCounted) {
  help(Grain::kJudged, 1);
  for (int i = 0; i < 10; ++i) {
    run_at_once(kShort);
    grain_.is_interrupted();
    now_ns_ += 1000000;
  }
  EXPECT_TRUE(grain_.is_fine());
}

TEST_F(GrainTest, AfterAMistakeItTakesTwiceAsManyAndLaterFewerAgain) {
  const auto make_mistake = [this] {
    for (int i = 0; i < 3; ++i) {
      run_at_once(kLong);
    }
    grain_.is_interrupted();
  };
  help(Grain::kJudged, 1);
  make_mistake();
  EXPECT_FALSE(grain_.is_fine());
  help(Grain::kJudged, 1);
  EXPECT_FALSE(grain_.is_fine());
  help(Grain::kJudged, 1);
  EXPECT_TRUE(grain_.is_fine());
  run_at_once(kShort);
  run_at_once(kShort);
  make_mistake();
  EXPECT_FALSE(grain_.is_fine());
  help(2 * Grain::kJudged, 1);
  EXPECT_TRUE(grain_.is_fine());
}

}  // namespace
}  // namespace muster::tasks
