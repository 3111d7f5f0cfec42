// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where CPUs may be swapped: when a waiting thread does it, and what else it does otherwise.
#include <gtest/gtest.h>

#include "situations.h"

namespace muster::waiting {
namespace {

class DecideToSwap : public testing::TestWithParam<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Cpus, DecideToSwap, testing::Values(2U, 3U, 64U, 512U));

TEST_P(DecideToSwap, LeavesATeammatesCpuForABusyOneWhereCpusMayBeSwapped) {
  const std::uint32_t cpus = GetParam();
  Situation now = team_that_fits(cpus);
  now.company_is_known = true;
  now.company = {.threads = 2, .before = 1, .with_primary = true};
  now.another_cpu_is_idle = Known::no;
  now.runnable_threads = static_cast<std::int32_t>(2 + cpus - 1);
  EXPECT_EQ(decide(now).action, Action::poll);
  now.may_swap_cpus = true;
  EXPECT_EQ(decide(now), (Step{Action::move, Reason::too_many_teammates_here}));
  now.runnable_threads = static_cast<std::int32_t>(2 + 2 * (cpus - 1));
  EXPECT_EQ(decide(now).action, Action::poll) << "every other CPU has two as well";
}

TEST_P(DecideToSwap, SwapsCpusWithATeammateThatDoesNotRun) {
  Situation now = team_that_fits(GetParam());
  now.look_is_due = true;
  now.missing = Missing::does_not_run;
  now.may_swap_cpus = true;
  EXPECT_EQ(decide(now), (Step{Action::look_for_idle_cpu, Reason::missing_do_not_run}));
  now.another_cpu_is_idle = Known::yes;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::missing_do_not_run})) << "the system gives it that one";
  now.another_cpu_is_idle = Known::no;
  EXPECT_EQ(decide(now), (Step{Action::swap_cpus, Reason::missing_do_not_run}));
  now.is_primary = true;
  EXPECT_EQ(decide(now).action, Action::swap_cpus);
  now.missing = Missing::runs;
  EXPECT_NE(decide(now).action, Action::swap_cpus);
  now.missing = Missing::does_not_run;
  now.has_swapped_cpus = true;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::missing_do_not_run}));
  now.has_swapped_cpus = false;
  now.threads = 2 * GetParam();
  EXPECT_NE(decide(now).action, Action::swap_cpus) << "its CPU is needed";
}

// The teammate may have its turn on a CPU that it shares.
TEST_P(DecideToSwap, AwaitsTheEndOfATurnWhereCpusMayBeSwapped) {
  Situation now = team_that_fits(GetParam());
  now.blocktime_ns = 50'000;
  now.waited_ns = 50'000;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::blocktime_is_over}));
  now.may_swap_cpus = true;
  EXPECT_EQ(decide(now), (Step{Action::look_for_idle_cpu, Reason::blocktime_is_over}));
  now.another_cpu_is_idle = Known::yes;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::blocktime_is_over})) << "the teammate would be there";
  now.another_cpu_is_idle = Known::no;
  EXPECT_EQ(decide(now).action, Action::poll);
  now.waited_ns += kLongestTurn_ns - 1;
  EXPECT_EQ(decide(now).action, Action::poll);
  ++now.waited_ns;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::blocktime_is_over}));
  now.waited_ns = 50'000;
  now.has_swapped_cpus = true;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::blocktime_is_over}));
}

}  // namespace
}  // namespace muster::waiting
