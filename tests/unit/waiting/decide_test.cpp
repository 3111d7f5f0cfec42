// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a waiting thread does next, in situations of machines that need not be at hand.
#include "waiting/decide.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "situations.h"

namespace muster::waiting {
namespace {

class Decide : public testing::TestWithParam<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Cpus, Decide, testing::Values(2U, 3U, 64U, 512U));

TEST_P(Decide, SpinsWhileAllRunElsewhere) {
  EXPECT_EQ(decide(team_that_fits(GetParam())), (Step{Action::poll, Reason::all_run_elsewhere, kPollsPerSlice}));
}

TEST_P(Decide, PollsShortlyBesideOthersThatWait) {
  Situation now = team_that_fits(GetParam());
  now.here = Neighbour::waits;
  EXPECT_EQ(decide(now), (Step{Action::poll, Reason::others_wait_here, kPollsBesideOthers}));
}

// Two processes whose threads wait on the same CPUs: each poll of one keeps the other from what it waits for.
TEST_P(Decide, OffersAgainWhatAnotherProcessReturnsSoon) {
  for (const std::uint32_t threads : {GetParam(), GetParam() + 1}) {
    Situation now = crowded_team(threads, GetParam());
    now.offers_are_returned = true;
    EXPECT_EQ(decide(now), (Step{Action::yield, Reason::offers_are_returned}));
    now.here = Neighbour::waits;
    EXPECT_EQ(decide(now).action, Action::poll) << "a yield would go to the teammate";
    now.here = Neighbour::nobody;
    now.yields_avoided = true;
    EXPECT_EQ(decide(now).action, Action::poll) << "yet another process keeps what it is given";
  }
}

TEST_P(Decide, LooksAtTheRestOfALargeCrowdBeforeItPollsForLong) {
  Situation now = crowded_team(64 * GetParam(), GetParam());
  now.all_looked_at = false;
  EXPECT_EQ(decide(now), (Step{Action::poll, Reason::not_all_looked_at, kPollsBetweenLooks}));
  now.look_is_due = true;
  EXPECT_EQ(decide(now).reason, Reason::not_all_looked_at) << "it takes less time than finding out what the missing do";
  now.here = Neighbour::teammate;
  EXPECT_EQ(decide(now).action, Action::yield);
  now = team_that_fits(GetParam());
  now.all_looked_at = false;
  EXPECT_EQ(decide(now), (Step{Action::poll, Reason::all_run_elsewhere, kPollsPerSlice}));
}

TEST_P(Decide, HelpsBeforeAnythingElse) {
  Situation now = crowded_team(2 * GetParam(), GetParam());
  now.has_work = true;
  now.here = Neighbour::teammate;
  now.blocktime_ns = 0;
  EXPECT_EQ(decide(now).action, Action::help);
}

TEST_P(Decide, ParksAtOnceWithoutBlocktimeAndNeverWithAnInfiniteOne) {
  Situation now = team_that_fits(GetParam());
  now.blocktime_ns = 0;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::blocktime_is_zero}));
  now.blocktime_ns = kForever;
  now.waited_ns = 3600 * 1000 * kMillisecond_ns;
  now.look_is_due = true;
  now.missing = Missing::does_not_run;
  EXPECT_EQ(decide(now).action, Action::yield);
}

TEST_P(Decide, ParksWhenTheBlocktimeIsOver) {
  Situation now = team_that_fits(GetParam());
  now.waited_ns = now.blocktime_ns - 1;
  EXPECT_EQ(decide(now).action, Action::poll);
  now.waited_ns = now.blocktime_ns;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::blocktime_is_over}));
}

TEST_P(Decide, MovesOffATeammatesCpuOnlyToAnIdleOne) {
  Situation now = team_that_fits(GetParam());
  now.here = Neighbour::teammate;
  now.placement_is_due = true;
  EXPECT_EQ(decide(now).action, Action::look_for_idle_cpu);
  now.placement_is_due = false;
  now.another_cpu_is_idle = Known::no;
  EXPECT_EQ(decide(now), (Step{Action::yield, Reason::teammate_needs_cpu})) << "a busy CPU is another process's";
  now.another_cpu_is_idle = Known::yes;
  EXPECT_EQ(decide(now).reason, Reason::teammate_needs_cpu_and_another_is_idle);
  EXPECT_EQ(decide(now).action, GetParam() == 2 ? Action::move : Action::park_to_be_placed);
  now.parked_to_be_placed = true;
  EXPECT_EQ(decide(now).action, Action::move);
}

TEST_P(Decide, LeavesThePrimaryWhereItIs) {
  Situation now = team_that_fits(GetParam());
  now.is_primary = true;
  now.here = Neighbour::teammate;
  now.placement_is_due = true;
  now.company_is_due = true;
  now.company_is_known = true;
  now.company = {.threads = now.threads, .before = now.threads - 1, .with_primary = true};
  EXPECT_EQ(decide(now), (Step{Action::yield, Reason::teammate_needs_cpu}));
}

TEST_P(Decide, FreesItsCpuWhereATeammateDoesNotRun) {
  Situation now = team_that_fits(GetParam());
  now.look_is_due = true;
  EXPECT_EQ(decide(now).action, Action::look_at_missing);
  now.missing = Missing::runs;
  EXPECT_EQ(decide(now), (Step{Action::yield, Reason::may_be_needed_unseen}));
  now.missing = Missing::does_not_run;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::missing_do_not_run}));
  now.threads *= 4;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::missing_do_not_run})) << "the system moves some work here";
}

TEST_P(Decide, LeavesATeammatesCpuForABusyOneOnlyIfWaitsAreShort) {
  Situation now = team_that_fits(GetParam());
  now.company_is_known = true;
  now.company = {.threads = 2, .before = 1, .with_primary = true};
  EXPECT_EQ(decide(now), (Step{Action::look_for_idle_cpu, Reason::too_many_teammates_here}));
  now.another_cpu_is_idle = Known::no;
  EXPECT_EQ(decide(now).action, Action::poll);
  now.waits_are_short = true;
  EXPECT_EQ(decide(now), (Step{Action::move, Reason::too_many_teammates_here}));
  now.waits_are_short = false;
  now.another_cpu_is_idle = Known::yes;
  EXPECT_EQ(decide(now), (Step{Action::move, Reason::too_many_teammates_here}));
}

TEST_P(Decide, LeavesATeammatesCpuForABusyOneIfTheWorkOutlastsASlice) {
  const std::uint32_t cpus = GetParam();
  Situation now = team_that_fits(cpus);
  now.company_is_known = true;
  now.company = {.threads = 2, .before = 1, .with_primary = true};
  now.another_cpu_is_idle = Known::no;
  now.work_is_long = true;
  EXPECT_EQ(decide(now).action, Action::poll) << "it is not known how many threads there are elsewhere";
  // Two here, and on each other CPU one of the team or of another process.
  now.runnable_threads = static_cast<std::int32_t>(2 + cpus - 1);
  EXPECT_EQ(decide(now), (Step{Action::move, Reason::too_many_teammates_here}));
  now.runnable_threads = static_cast<std::int32_t>(2 + 2 * (cpus - 1));
  EXPECT_EQ(decide(now).action, Action::poll)
      << "every other CPU has two as well, as beside a second team of that size";
  --now.runnable_threads;
  EXPECT_EQ(decide(now).action, Action::move);
  now.work_is_long = false;
  EXPECT_EQ(decide(now).action, Action::poll);
  now.work_is_long = true;
  now.is_primary = true;
  EXPECT_EQ(decide(now).action, Action::poll);
}

TEST_P(Decide, LooksAtNobodyWhileTheWaitIsShort) {
  Situation now = team_that_fits(GetParam());
  now.missing = Missing::does_not_run;
  EXPECT_EQ(decide(now).action, Action::poll);
}

TEST_P(Decide, YieldsToATeammateThatWorksHoweverLongThatTakes) {
  Situation now = crowded_team(4 * GetParam(), GetParam());
  now.here = Neighbour::teammate;
  for (const std::uint64_t waited_ns : {std::uint64_t{0}, kWaitWorthASleep_ns, now.blocktime_ns - 1}) {
    now.waited_ns = waited_ns;
    EXPECT_EQ(decide(now), (Step{Action::yield, Reason::teammate_needs_cpu})) << waited_ns;
  }
}

TEST_P(Decide, SleepsInALongWaitWhereAnotherWatchesTheCpu) {
  Situation now = crowded_team(4 * GetParam(), GetParam());
  now.another_is_awake_here = true;
  for (const Neighbour here : {Neighbour::teammate, Neighbour::waits}) {
    now.here = here;
    now.look_is_due = here == Neighbour::waits;
    now.missing = Missing::runs;
    now.waited_ns = kWaitWorthASleep_ns - 1;
    EXPECT_EQ(decide(now).action, Action::yield);
    now.waited_ns = kWaitWorthASleep_ns;
    EXPECT_EQ(decide(now), (Step{Action::park, Reason::another_waits_here_too}));
  }
}

// If all of them slept, it would take that long to wake them, and the next wait would be as long.
TEST_P(Decide, StaysAwakeInAWaitThatIsLongBecauseThereAreMany) {
  for (const std::uint32_t share : {1U, 2U, 16U, 256U}) {
    Situation now = crowded_team(share * GetParam() + 1, GetParam());
    now.another_is_awake_here = true;
    now.here = Neighbour::teammate;
    now.crowd_ns = crowd_ns(share);
    now.blocktime_ns += now.crowd_ns;
    now.waited_ns = kWaitWorthASleep_ns + (share - 1) * kSleepForYield_ns - 1;
    EXPECT_EQ(decide(now).action, Action::yield) << share;
    ++now.waited_ns;
    EXPECT_EQ(decide(now).action, Action::park) << share;
  }
}

TEST_P(Decide, SleepsWhileAnotherProcessTakesWhatIsYielded) {
  Situation now = crowded_team(4 * GetParam(), GetParam());
  now.yields_avoided = true;
  EXPECT_EQ(decide(now).action, Action::poll) << "the word may be there";
  now.has_polled = true;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::yields_are_lost_to_a_process}));
  now.here = Neighbour::teammate;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::teammate_needs_cpu_but_yields_are_lost}));
  now.doubt_is_due = true;
  EXPECT_EQ(decide(now), (Step{Action::look_for_strangers, Reason::belief_is_old}));
  now = team_that_fits(GetParam());
  now.yields_avoided = now.has_polled = true;
  EXPECT_EQ(decide(now).action, Action::poll) << "where there is a CPU for each, spinning costs the program nothing";
  now.doubt_is_due = true;
  EXPECT_EQ(decide(now), (Step{Action::look_for_strangers, Reason::belief_is_old}));
  now.yields_do_nothing = true;
  EXPECT_EQ(decide(now).action, Action::poll) << "no process took them";
}

TEST(Blocktime, IsLearnedWhereTheUserSetNoneAndInCrowdedTeamsThatWouldSpinForever) {
  constexpr std::uint64_t kLearned_ns = 50'000;
  for (const bool crowded : {false, true}) {
    EXPECT_EQ(counting_blocktime_ns(kAdaptive, kLearned_ns, crowded), kLearned_ns);
    EXPECT_EQ(counting_blocktime_ns(0, kLearned_ns, crowded), 0U);
    EXPECT_EQ(counting_blocktime_ns(7000, kLearned_ns, crowded), 7000U);
  }
  EXPECT_EQ(counting_blocktime_ns(kForever, kLearned_ns, false), kForever);
  EXPECT_EQ(counting_blocktime_ns(kForever, kLearned_ns, true), kLearned_ns);
}

TEST_P(Decide, HandsOverWhereYieldsDoNothing) {
  Situation now = crowded_team(2 * GetParam(), GetParam());
  now.here = Neighbour::teammate;
  now.yields_futile = true;
  EXPECT_EQ(decide(now), (Step{Action::give_up_yields, Reason::yields_gave_nothing}));
  now.yields_futile = false;
  now.yields_avoided = now.yields_do_nothing = true;
  EXPECT_EQ(decide(now), (Step{Action::hand_over, Reason::yields_do_nothing}));
  now.full_fences = false;
  EXPECT_EQ(decide(now).action, Action::park) << "a heavy fence costs more than waking everybody";
}

TEST_P(Decide, TakesTurnsWhereThreadsAreTwoToACpu) {
  Situation now = crowded_team(2 * GetParam(), GetParam());
  now.in_barrier = false;
  EXPECT_EQ(decide(now), (Step{Action::yield, Reason::takes_turns}));
  now.has_yielded = true;
  EXPECT_EQ(decide(now).action, Action::poll);
  now.has_yielded = false;
  now.in_barrier = true;
  EXPECT_EQ(decide(now).action, Action::poll) << "the last thread on each CPU has nobody to yield to";
  now.has_woken = true;
  EXPECT_EQ(decide(now), (Step{Action::yield, Reason::has_woken_somebody}));
}

TEST_P(Decide, LeavesACpuThatHoldsMoreThanItsShare) {
  Situation now = crowded_team(4 * GetParam(), GetParam());
  now.company_is_due = true;
  EXPECT_EQ(decide(now).action, Action::count_company);
  now.company_is_due = false;
  now.company_is_known = true;
  now.company = {.threads = 5, .before = 4, .with_primary = false};
  EXPECT_EQ(decide(now), (Step{Action::move, Reason::too_many_teammates_here}));
  now.company = {.threads = 4, .before = 3, .with_primary = false};
  EXPECT_EQ(decide(now).action, Action::poll);
}

TEST_P(Decide, LeavesSuchACpuForThatOfABusyProcessOnlyIfTheWorkOutlastsASlice) {
  Situation now = crowded_team(4 * GetParam(), GetParam());
  now.company_is_known = true;
  now.company = {.threads = 5, .before = 4, .with_primary = false};
  now.may_meet_strangers = true;
  EXPECT_EQ(decide(now).action, Action::poll);
  now.work_is_long = true;
  EXPECT_EQ(decide(now), (Step{Action::move, Reason::too_many_teammates_here}));
  now.yields_avoided = true;
  EXPECT_NE(decide(now).action, Action::move) << "the system places threads that sleep at their waits";
}

TEST_P(Decide, LeavesTheCpuToTheTeammateThatGoesOnFirst) {
  for (const Neighbour here : {Neighbour::waits, Neighbour::teammate}) {
    Situation now = crowded_team(8 * GetParam(), GetParam());
    now.is_behind = true;
    now.here = here;
    const Reason reason = here == Neighbour::waits ? Reason::another_goes_first : Reason::teammate_needs_cpu;
    EXPECT_EQ(decide(now), (Step{Action::yield, reason}));
    now.has_yielded = true;
    EXPECT_EQ(decide(now), (Step{Action::yield, reason})) << "once says nothing about the order of the yields";
    now.was_behind = true;
    EXPECT_EQ(decide(now), (Step{Action::sleep_behind, Reason::another_goes_first}));
    now.has_yielded = false;
    EXPECT_EQ(decide(now), (Step{Action::yield, reason})) << "it has just had its turn";
    now.first_sleeps = true;
    EXPECT_EQ(decide(now), (Step{Action::wake_first, Reason::another_goes_first})) << "a yield does not wake it";
  }
}

TEST_P(Decide, PollsWhereItGoesOnFirstItselfOrHasACpuOfItsOwn) {
  Situation now = crowded_team(8 * GetParam(), GetParam());
  now.here = Neighbour::waits;
  now.has_yielded = true;
  EXPECT_EQ(decide(now), (Step{Action::poll, Reason::all_run_elsewhere, kPollsPerSlice}));
  now = team_that_fits(GetParam());
  now.here = Neighbour::waits;
  now.is_behind = true;
  EXPECT_EQ(decide(now), (Step{Action::poll, Reason::others_wait_here, kPollsBesideOthers}));
}

TEST_P(Decide, DoesNotYieldToTheFirstWhereAnotherProcessTakesYields) {
  Situation now = crowded_team(8 * GetParam(), GetParam());
  now.here = Neighbour::waits;
  now.is_behind = true;
  now.yields_avoided = true;
  now.has_polled = true;
  EXPECT_EQ(decide(now), (Step{Action::park, Reason::yields_are_lost_to_a_process}));
}

TEST_P(Decide, GivesUpOnStrangersThatGainNothing) {
  Situation now = team_that_fits(GetParam());
  now.here = Neighbour::other_team;
  EXPECT_EQ(decide(now), (Step{Action::yield, Reason::other_team_needs_cpu}));
  now.yields_futile = true;
  EXPECT_EQ(decide(now), (Step{Action::ignore_other_teams, Reason::other_team_gains_nothing}));
  now.ignores_other_teams = true;
  now.yields_futile = false;
  EXPECT_EQ(decide(now).action, Action::poll);
}

// The last of the team to arrive is on the same CPU in one of so many cases.
TEST(YieldsBeforeSleep, AreMadeInCrowdedTeamsOnFewCpus) {
  for (const std::uint32_t cpus : {1U, 2U, 4U, 8U}) {
    EXPECT_TRUE(yields_before_sleep(true, cpus)) << cpus;
    EXPECT_FALSE(yields_before_sleep(false, cpus)) << cpus;
  }
  for (const std::uint32_t cpus : {9U, 16U, 64U, 512U}) {
    EXPECT_FALSE(yields_before_sleep(true, cpus)) << cpus;
  }
}

TEST(Reasons, StandInTheReadme) {
  std::ifstream file(MUSTER_WAITING_README);
  std::ostringstream text;
  text << file.rdbuf();
  ASSERT_FALSE(text.str().empty());
  for (std::uint32_t index = 0; index < kReasons; ++index) {
    const std::string reason = text_of(static_cast<Reason>(index));
    EXPECT_NE(text.str().find("| " + reason + " |"), std::string::npos) << reason;
  }
}

static_assert(decide(team_that_fits(64)).action == Action::poll, "decisions are constant expressions");

}  // namespace
}  // namespace muster::waiting
