// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "barriers/choose.h"

#include <gtest/gtest.h>

namespace muster::barriers {
namespace {

Situation team_of(std::uint32_t threads, std::uint32_t cpus = 256) {
  Situation now;
  now.threads = threads;
  now.default_threads = threads;
  now.cpus = cpus;
  return now;
}

Pattern both_halves(std::string_view name) { return {name, name}; }

Situation bound_team_of(std::uint32_t threads, Placement placement) {
  Situation now = team_of(threads, 512);
  now.placement = placement;
  return now;
}

TEST(ChooseForkJoin, ATreeByNumberForThreadsThatRunAnywhere) {
  for (const std::uint32_t threads : {2U, 31U, 32U, 64U, 192U, 512U}) {
    const Choice choice = choose(Use::fork_join, team_of(threads, 512));
    EXPECT_EQ(choice.pattern, both_halves("hyper")) << threads;
    EXPECT_EQ(choice.decided_by, DecidedBy::rule);
    EXPECT_EQ(choose(Use::reduction, team_of(threads, 512)).pattern, choice.pattern);
  }
}

TEST(ChooseForkJoin, ATreeAlongTheMachineForThreadsThatAreBound) {
  for (const Placement placement : {Placement::close, Placement::spread}) {
    EXPECT_EQ(choose(Use::fork_join, bound_team_of(2, placement)).pattern, both_halves("hyper"));
    for (const std::uint32_t threads : {3U, 8U, 64U, 512U}) {
      EXPECT_EQ(choose(Use::fork_join, bound_team_of(threads, placement)).pattern, both_halves("cluster")) << threads;
      EXPECT_EQ(choose(Use::reduction, bound_team_of(threads, placement)).pattern, both_halves("cluster")) << threads;
    }
  }
}

TEST(LibompForkJoin, ByTheSizeOfTheDefaultTeam) {
  EXPECT_EQ(libomp_fork_join(team_of(31)), "hyper");
  EXPECT_EQ(libomp_fork_join(team_of(32)), "dist");
  EXPECT_EQ(libomp_fork_join(team_of(192)), "dist");
}

TEST(LibompForkJoin, NotDistWhereNobodyParksNorOnAPartOfTheMachine) {
  Situation active = team_of(32);
  active.finite_blocktime = false;
  EXPECT_EQ(libomp_fork_join(active), "hyper");
  Situation narrowed = team_of(32);
  narrowed.narrowed = true;
  EXPECT_EQ(libomp_fork_join(narrowed), "hyper");
}

TEST(ChooseForkJoin, FlatWhereThreadsTakeTurns) {
  const Choice crowded = choose(Use::fork_join, team_of(32, 16));
  EXPECT_EQ(crowded.pattern, both_halves("central"));
  EXPECT_EQ(choose(Use::reduction, team_of(32, 16)).pattern, both_halves("linear"));
  EXPECT_EQ(crowded.decided_by, DecidedBy::observation);
  Situation disturbed = team_of(8);
  disturbed.disturbed = true;
  EXPECT_EQ(choose(Use::fork_join, disturbed).decided_by, DecidedBy::observation);
}

// One counter takes a line transfer for each thread: 64 of them cost more than any switch.
TEST(Choose, ALargeTeamThatIsDisturbedKeepsItsTree) {
  for (const Use use : {Use::plain, Use::fork_join, Use::reduction}) {
    for (const std::uint32_t threads : {9U, 64U, 512U}) {
      Situation disturbed = team_of(threads, 512);
      disturbed.disturbed = true;
      EXPECT_EQ(choose(use, disturbed).pattern, choose(use, team_of(threads, 512)).pattern) << threads;
    }
    Situation small = team_of(8);
    small.disturbed = true;
    EXPECT_EQ(choose(use, small).decided_by, DecidedBy::observation);
  }
}

TEST(ChoosePlain, RoundsUpToASizeThenAmongLeaders) {
  EXPECT_EQ(choose(Use::plain, team_of(2)).pattern, both_halves("dissemination"));
  EXPECT_EQ(choose(Use::plain, team_of(16)).pattern, both_halves("dissemination"));
  EXPECT_EQ(choose(Use::plain, team_of(17)).pattern, both_halves("hybrid"));
  EXPECT_EQ(choose(Use::plain, team_of(512, 512)).pattern, both_halves("hybrid"));
  EXPECT_EQ(choose(Use::plain, bound_team_of(2, Placement::spread)).pattern, both_halves("dissemination"));
  EXPECT_EQ(choose(Use::plain, bound_team_of(3, Placement::close)).pattern, both_halves("hybrid"));
  EXPECT_EQ(choose(Use::plain, bound_team_of(16, Placement::spread)).pattern, both_halves("hybrid"));
  EXPECT_EQ(choose(Use::plain, bound_team_of(64, Placement::spread)).pattern, both_halves("hybrid"));
  EXPECT_EQ(choose(Use::plain, bound_team_of(512, Placement::close)).pattern, both_halves("hybrid"));
  EXPECT_EQ(choose(Use::plain, team_of(17, 16)).pattern, both_halves("central"));
}

TEST(Choose, TheUserThenAProfileThenTheRules) {
  Situation now = team_of(32, 2);
  now.profile = "mcs";
  EXPECT_EQ(choose(Use::plain, now).pattern, both_halves("mcs"));
  EXPECT_EQ(choose(Use::plain, now).decided_by, DecidedBy::profile);
  now.user = {"tree", "hyper"};
  EXPECT_EQ(choose(Use::plain, now).pattern, (Pattern{"tree", "hyper"}));
  EXPECT_EQ(choose(Use::plain, now).decided_by, DecidedBy::user);
}

TEST(Choose, IsAFunctionOfItsInputs) {
  for (const Use use : {Use::plain, Use::fork_join, Use::reduction}) {
    for (std::uint32_t threads = 1; threads <= 70; ++threads) {
      const Choice once = choose(use, team_of(threads));
      const Choice again = choose(use, team_of(threads));
      EXPECT_EQ(once.pattern, again.pattern);
      EXPECT_FALSE(once.pattern.empty());
      EXPECT_FALSE(std::string_view(once.reason).empty());
    }
  }
}

}  // namespace
}  // namespace muster::barriers
