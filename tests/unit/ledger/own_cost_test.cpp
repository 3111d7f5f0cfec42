// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/own_cost.h"

#include "unit/ledger/ledger_file.h"

namespace muster::ledger {
namespace {

using OwnCostTest = testing::LedgerFile;

// A construct has two readings of the clock.
TEST_F(OwnCostTest, AConstructTakesMoreThanTheClock) {
  const OwnCost own = measure_own_cost();
  EXPECT_GT(own.clock_ticks, 0U);
  EXPECT_GT(own.construct_ticks, own.clock_ticks);
}

// What is booked for it has one of the two readings and a part of the rest.
TEST_F(OwnCostTest, AnIntervalIsBookedWithLessThanItTakes) {
  const OwnCost own = measure_own_cost();
  EXPECT_GT(own.interval_ticks, 0U);
  EXPECT_LT(own.interval_ticks, own.construct_ticks);
}

TEST_F(OwnCostTest, TheFileSaysItAndHasNoTraceOfTheTries) {
  EXPECT_GT(header().construct_ticks, header().clock_ticks);
  EXPECT_EQ(header().text_used.load_relaxed(), 0U);
  EXPECT_EQ(header().slots_claimed.load_relaxed(), 0U);
}

}  // namespace
}  // namespace muster::ledger
