// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/clock.h"

#include <gtest/gtest.h>

namespace muster::ledger {
namespace {

TEST(Clock, TicksOfAMillisecondComeFromTwoMoments) {
  EXPECT_EQ(ticks_per_ms_between({1'000, 5'000'000}, {3'751'000, 6'500'000}), 2'500'000U);
  EXPECT_EQ(ticks_per_ms_between({0, 0}, {62'500 * 40, 40'000'000}), 62'500U);
}

TEST(Clock, MomentsThatAreTooCloseTellNothing) {
  EXPECT_EQ(ticks_per_ms_between({1'000, 5'000'000}, {30'000, 5'009'999}), 0U);
}

TEST(Clock, BothClocksGoOn) {
  const BothClocks first = both_clocks();
  const BothClocks last = both_clocks();
  EXPECT_GE(last.ticks, first.ticks);
  EXPECT_GE(last.ns, first.ns);
}

}  // namespace
}  // namespace muster::ledger
