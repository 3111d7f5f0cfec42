// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/own_cost.h"

#include "unit/ledger/ledger_file.h"

namespace muster::ledger {
namespace {

using OwnCostTest = testing::LedgerFile;

// A clock that advances by as many ticks at each reading, so that costs are counts of readings.
class Readings {
 public:
  explicit Readings(std::uint64_t step) : step_(step) {}
  std::uint64_t operator()() const { return now_ += step_; }

 private:
  std::uint64_t step_;
  mutable std::uint64_t now_ = 1;
};

// 32 readings are timed by one more, so that whole ticks are rounded up by less than a reading.
TEST(OwnCostByReadings, AnIntervalHasOne) {
  const Readings clock(100);
  const OwnCost own = OwnCostBy(clock).measure();
  EXPECT_EQ(own.clock_ticks, 104U);
  EXPECT_EQ(own.interval_ticks, 100U);
}

TEST(OwnCostByReadings, AClockThatStandsStillCostsNothing) {
  const Readings clock(0);
  const OwnCost own = OwnCostBy(clock).measure();
  EXPECT_EQ(own.clock_ticks, 0U);
  EXPECT_EQ(own.interval_ticks, 0U);
}

TEST_F(OwnCostTest, TheFileSaysItAndHasNoTraceOfTheTries) {
  EXPECT_GT(header().clock_ticks, 0U);
  EXPECT_EQ(header().text_used.load_relaxed(), 0U);
  EXPECT_EQ(header().slots_claimed.load_relaxed(), 0U);
}

}  // namespace
}  // namespace muster::ledger
