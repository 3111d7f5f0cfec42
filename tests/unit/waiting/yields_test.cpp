// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/yields.h"

#include <gtest/gtest.h>

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

TEST(Yields, AreAvoidedForAsLongAsOneWentToAnotherProcess) {
  Yields yields;
  yields.begin_wait(1'000'000);
  yields.note(1'000'000, 1'000'000 + kForeignSlice_ns);
  EXPECT_TRUE(yields.avoided());
  yields.begin_wait(1'000'000 + 2 * kForeignSlice_ns - 1);
  EXPECT_TRUE(yields.avoided());
  EXPECT_FALSE(yields.do_nothing());
  yields.begin_wait(1'000'000 + 2 * kForeignSlice_ns);
  EXPECT_FALSE(yields.avoided());
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
