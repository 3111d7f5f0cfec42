// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often the reaper looks.
#include "threads/reaper.h"

#include <gtest/gtest.h>

namespace muster::threads {
namespace {

constexpr std::uint64_t kMillisecond_ns = 1'000'000;

TEST(Reaper, LooksFourTimesInTheIdleTime) {
  EXPECT_EQ(reaper_period_ns(2000 * kMillisecond_ns), 500 * kMillisecond_ns);
  EXPECT_EQ(reaper_period_ns(100 * kMillisecond_ns), 25 * kMillisecond_ns);
}

TEST(Reaper, WakesAnIdleProcessTwiceASecondAtMost) {
  EXPECT_EQ(reaper_period_ns(3'600'000 * kMillisecond_ns), 500 * kMillisecond_ns);
}

TEST(Reaper, DoesNotLookAllTheTimeForWorkersThatEndAtOnce) {
  EXPECT_EQ(reaper_period_ns(0), 10 * kMillisecond_ns);
  EXPECT_EQ(reaper_period_ns(1), 10 * kMillisecond_ns);
}

}  // namespace
}  // namespace muster::threads
