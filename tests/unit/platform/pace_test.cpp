// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of polls are times: other machines make as many as take as long as those of the reference machine.
#include "platform/pace.h"

#include <gtest/gtest.h>

#include "platform/native.h"

namespace muster::platform {
namespace {

// What `count` of them take here against what they take on the reference machine.
double time_ratio(std::uint64_t relax_ps, std::uint32_t count) {
  return static_cast<double>(Pace::of_relax(relax_ps).relaxes(count)) * static_cast<double>(relax_ps) /
         (static_cast<double>(Pace::kReferenceRelax_ps) * count);
}

TEST(Pace, IsOneOnTheReferenceMachine) {
  EXPECT_EQ(Pace::of_relax(Pace::kReferenceRelax_ps), Pace{});
  EXPECT_EQ(Pace{}.relaxes(64), 64U);
}

TEST(Pace, IsThatOfTheReferenceMachineWhereNothingIsKnown) { EXPECT_EQ(Pace::of_relax(0), Pace{}); }

// 10 cycles at 3 GHz (x86 before Skylake), Arm's ISB, 140 cycles at 2.5 GHz (Skylake), and the ends of what is believed.
class PaceOfMachine : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Relax, PaceOfMachine, testing::Values(1'000, 3'333, 10'000, 26'000, 56'000, 208'000));

TEST_P(PaceOfMachine, KeepsTheTimeOfManyPolls) {
  EXPECT_NEAR(time_ratio(GetParam(), 64), 1.0, 0.13);
  EXPECT_NEAR(time_ratio(GetParam(), 1024), 1.0, 0.05);
}

TEST_P(PaceOfMachine, PollsOnceAtLeast) { EXPECT_GE(Pace::of_relax(GetParam()).relaxes(1), 1U); }

TEST(Pace, BelievesNothingOutlandish) {
  EXPECT_EQ(Pace::of_relax(1), Pace::of_relax(Pace::kShortestRelax_ps));
  EXPECT_EQ(Pace::of_relax(1'000'000'000), Pace::of_relax(Pace::kLongestRelax_ps));
}

TEST(Pace, GoesThroughItsUnits) {
  const Pace pace = Pace::of_relax(3'333);
  EXPECT_EQ(Pace::of_units(pace.units()), pace);
}

TEST(Pace, BelievesNoCallThatLostItsCpu) {
  EXPECT_EQ(Pace::believed_call_ns(1'500), 1'500U);
  EXPECT_EQ(Pace::believed_call_ns(4'000'000), Pace::kLongestCall_ns);
  EXPECT_EQ(Pace::believed_call_ns(0), Pace::kShortestCall_ns);
}

TEST(NativePace, IsMeasuredOnce) {
  EXPECT_EQ(Native::relaxes(kEagerPolls), kEagerPolls);
  EXPECT_EQ(Native::eager_polls(), kEagerPolls);
  Native::measure_pace();
  const std::uint32_t measured = Native::eager_polls();
  EXPECT_EQ(measured, Native::relaxes(kEagerPolls));
  EXPECT_GE(measured, Pace::of_relax(Pace::kLongestRelax_ps).relaxes(kEagerPolls));
  EXPECT_LE(measured, Pace::of_relax(Pace::kShortestRelax_ps).relaxes(kEagerPolls));
  EXPECT_GE(Native::call_ns(), Pace::kShortestCall_ns);
  EXPECT_LE(Native::call_ns(), Pace::kLongestCall_ns);
  Native::measure_pace();
  EXPECT_EQ(Native::eager_polls(), measured);
}

}  // namespace
}  // namespace muster::platform
