// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work between constructs, and what is left of a construct without it.
#include "programs/uneven_work.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "programs/rows.h"
#include "runner/options.h"
#include "small_machine.h"

namespace muster::simulate {
namespace {

Course course_of(const Machine& machine, double work_ns) {
  return {.machine = &machine, .threads = 4, .episodes = 200, .work_ns = work_ns};
}

TEST(UnevenWork, TakesFromTheTimeGivenToTwiceAsMuchAndDiffersByThreadAndConstruct) {
  const Machine machine = small_machine();
  const Course course = course_of(machine, 1000);
  double least = 2000;
  double most = 0;
  double sum = 0;
  for (std::uint32_t construct = 0; construct < 1000; ++construct) {
    for (std::uint32_t slot = 0; slot < course.threads; ++slot) {
      const double ns = uneven_work_ns(course, slot, construct);
      EXPECT_EQ(ns, uneven_work_ns(course, slot, construct));
      least = std::min(least, ns);
      most = std::max(most, ns);
      sum += ns;
    }
  }
  EXPECT_GE(least, 1000);
  EXPECT_LT(least, 1010);
  EXPECT_LT(most, 2000);
  EXPECT_GT(most, 1990);
  EXPECT_NEAR(sum / 4000, 1500, 20);
}

TEST(UnevenWork, IsNoneUnlessTheCourseHasSome) {
  const Machine machine = small_machine();
  const Course course = course_of(machine, 0);
  const Outcome outcome = run_row(Construct::barrier, "central", course);
  EXPECT_EQ(beyond_work_ns(outcome, course), outcome.ns);
}

TEST(UnevenWork, LeavesOfABarrierWhatTheLastThreadWaitsForIt) {
  const Machine machine = small_machine();
  for (const Construct construct : {Construct::barrier, Construct::reduction, Construct::region}) {
    const Course idle = course_of(machine, 0);
    const Course busy = course_of(machine, 20'000);
    const double idle_ns = run_row(construct, "tree", idle).ns;
    const Outcome outcome = run_row(construct, "tree", busy);
    EXPECT_GT(outcome.ns, 20'000) << name_of(construct);
    const double left_ns = beyond_work_ns(outcome, busy);
    // Most threads have come before the last one, so nobody queues.
    EXPECT_GT(left_ns, 0) << name_of(construct);
    EXPECT_LT(left_ns, 3 * idle_ns) << name_of(construct);
  }
}

}  // namespace
}  // namespace muster::simulate
