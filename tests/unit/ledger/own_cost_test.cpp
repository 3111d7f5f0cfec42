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

// An interval lies between two readings. How long it is beside a construct is timed, so nothing is asserted of it.
TEST_F(OwnCostTest, AnIntervalInWhichNothingIsDoneTakesTime) {
  const OwnCost own = measure_own_cost();
  EXPECT_GT(own.interval_ticks, 0U);
}

TEST_F(OwnCostTest, TheFileSaysItAndHasNoTraceOfTheTries) {
  EXPECT_GT(header().construct_ticks, header().clock_ticks);
  EXPECT_EQ(header().text_used.load_relaxed(), 0U);
  EXPECT_EQ(header().slots_claimed.load_relaxed(), 0U);
}

}  // namespace
}  // namespace muster::ledger
