// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where lines have their home: what the runtime places is nearly as good as a home with each line's first toucher, and all of it at the primary
// thread is not.
#include <gtest/gtest.h>

#include <utility>

#include "programs/rows.h"
#include "small_machine.h"

namespace muster::simulate {
namespace {

// Sums of virtual times, so exact.
TEST(Homes, PlacedLinesAreNearlyAsGoodAsThoseOfTheirFirstToucher) {
  for (const char* name : {"grace-2x72", "naples-2x32", "rome-2x48", "icelake-2x32", "kunpeng920-64"}) {
    const MachineFile file = read_machine_file(name, MUSTER_SIMULATE_MACHINES);
    ASSERT_EQ(file.error, "");
    for (const auto& [construct, row] :
         {std::pair{Construct::region, "cluster"}, std::pair{Construct::barrier, "cluster"},
          std::pair{Construct::barrier, "hybrid"}}) {
      const auto ns_with = [&](Home home) {
        const Course course{.machine = &file.machine, .threads = file.machine.cpus(), .home = home, .episodes = 10};
        return run_row(construct, row, course).ns;
      };
      // A home is a CPU here: the toucher's own, or the first one of the node, which may be in another cache than leaders that exchange in theirs.
      EXPECT_LT(ns_with(Home::placed), 1.4 * ns_with(Home::toucher)) << name << ' ' << row;
      EXPECT_LT(ns_with(Home::placed), 0.7 * ns_with(Home::primary)) << name << ' ' << row;
    }
  }
}

// Where threads are not bound, nothing is moved.
TEST(Homes, OfATeamThatIsNotBoundAreThePrimarys) {
  const MachineFile file = read_machine_file("grace-2x72", MUSTER_SIMULATE_MACHINES);
  ASSERT_EQ(file.error, "");
  Course course{
      .machine = &file.machine, .threads = 72, .placement = Placement::unbound, .home = Home::placed, .episodes = 5};
  const double placed_ns = run_row(Construct::region, "hyper", course).ns;
  course.home = Home::primary;
  EXPECT_EQ(placed_ns, run_row(Construct::region, "hyper", course).ns);
}

}  // namespace
}  // namespace muster::simulate
