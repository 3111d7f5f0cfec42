// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bound of a broadcast on machines of round figures.
#include "programs/bound.h"

#include <gtest/gtest.h>

#include "programs/rows.h"
#include "small_machine.h"

namespace muster::simulate {
namespace {

double bound_ns(const Machine& machine, std::uint32_t threads) {
  return to_ns(broadcast_bound({.machine = &machine, .threads = threads}));
}

// One cache of 16 CPUs; a store takes as long as a line is on its way.
Machine postal_machine(const char* gap_ns) {
  const MachineFile file =
      parse_machine_file(std::string("title postal\ntopology 1 package 16 core\ntransfer_ns l3 100\nhit_ns 0\n"
                                     "outstanding_stores 1000\nstep_ns ") +
                             gap_ns + "\n",
                         "postal");
  EXPECT_EQ(file.error, "");
  return file.machine;
}

TEST(Bound, WithoutOverlapEachRoundDoublesThoseWhoKnow) {
  const Machine machine = postal_machine("100");
  EXPECT_EQ(bound_ns(machine, 1), 0);
  EXPECT_EQ(bound_ns(machine, 2), 100);
  EXPECT_EQ(bound_ns(machine, 4), 200);
  EXPECT_EQ(bound_ns(machine, 5), 300);
  EXPECT_EQ(bound_ns(machine, 16), 400);
}

// The broadcast tree of Karp et al. for a latency of two stores: 1, 2, 3, 5, 8, 13 threads know after 0, 2, 3, 4, 5, 6 of them.
TEST(Bound, WithALatencyOfTwoStoresItGrowsAsFibonaccis) {
  const Machine machine = postal_machine("50");
  EXPECT_EQ(bound_ns(machine, 2), 100);
  EXPECT_EQ(bound_ns(machine, 3), 150);
  EXPECT_EQ(bound_ns(machine, 5), 200);
  EXPECT_EQ(bound_ns(machine, 8), 250);
  EXPECT_EQ(bound_ns(machine, 13), 300);
  EXPECT_EQ(bound_ns(machine, 14), 350);
}

// A store to another package leaves the buffer after 40 ns, one to another node after 20. The first thread tells the other package at 0, its own other node at
// 40, the other package's other node at 60; last of all, at 170, somebody whom it reaches in 400.
TEST(Bound, TheFarthestAreToldFirst) {
  const Machine machine = small_machine();
  EXPECT_EQ(bound_ns(machine, 8), 570);
}

TEST(Bound, NoAlgorithmIsFaster) {
  for (const char* name : {"grace-2x72", "rome-2x48"}) {
    const MachineFile file = read_machine_file(name, MUSTER_SIMULATE_MACHINES);
    ASSERT_EQ(file.error, "");
    for (const std::uint32_t threads : {2U, 24U, 96U}) {
      const Course course{.machine = &file.machine, .threads = threads, .episodes = 5};
      for (const char* row : {"cluster", "hyper", "tournament"}) {
        EXPECT_GE(run_row(Construct::region, row, course).ns, to_ns(round_trip_bound(course)))
            << name << threads << row;
      }
    }
  }
}

}  // namespace
}  // namespace muster::simulate
