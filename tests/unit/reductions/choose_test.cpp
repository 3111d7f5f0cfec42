// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "reductions/reductions.h"

namespace muster::reductions {
namespace {

Situation team_of(std::uint32_t threads, std::uint32_t cpus) {
  Situation now;
  now.threads = threads;
  now.cpus = cpus;
  now.has_atomics = true;
  now.has_combine = true;
  now.can_gather = true;
  return now;
}

TEST(ChooseReduction, BySizeOfTeamAndNumberOfVariables) {
  EXPECT_EQ(choose(team_of(2, 64)), Method::atomic);
  EXPECT_EQ(choose(team_of(24, 64)), Method::atomic);
  EXPECT_EQ(choose(team_of(25, 64)), Method::gather);
  EXPECT_EQ(choose(team_of(512, 512)), Method::gather);
  EXPECT_EQ(choose(team_of(25, 24)), Method::atomic) << "threads that take turns do not wait for each other";
  Situation many = team_of(2, 64);
  many.variables = kMostAtomicVariables + 1;
  EXPECT_EQ(choose(many), Method::lock);
  EXPECT_EQ(choose(team_of(1, 64)), Method::lock);
}

TEST(ChooseReduction, GathersEarlierWhereTheGatherIsHalfOfABarrier) {
  Situation now = team_of(8, 64);
  now.ends_with_barrier = true;
  EXPECT_EQ(choose(now), Method::atomic);
  now.threads = 9;
  EXPECT_EQ(choose(now), Method::gather);
  now.cpus = 8;
  EXPECT_EQ(choose(now), Method::atomic);
}

TEST(ChooseReduction, GathersEarlierWhereThreadsWouldTakeALockInTurn) {
  for (const bool ends_with_barrier : {false, true}) {
    Situation now = team_of(8, 512);
    now.ends_with_barrier = ends_with_barrier;
    now.variables = kMostAtomicVariables + 1;
    EXPECT_EQ(choose(now), Method::lock);
    now.threads = 9;
    EXPECT_EQ(choose(now), Method::gather);
    now.variables = 1;
    now.has_atomics = false;
    EXPECT_EQ(choose(now), Method::gather);
  }
}

TEST(ChooseReduction, ForcesOnlyWhatCanBeDone) {
  Situation now = team_of(4, 64);
  now.is_forced = true;
  now.forced = Method::gather;
  EXPECT_EQ(choose(now), Method::gather);
  now.has_combine = false;
  EXPECT_EQ(choose(now), Method::atomic);
  now.forced = Method::lock;
  EXPECT_EQ(choose(now), Method::lock);
  now.forced = Method::atomic;
  now.has_atomics = false;
  EXPECT_EQ(choose(now), Method::lock);
}

}  // namespace
}  // namespace muster::reductions
