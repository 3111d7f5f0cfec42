// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that take turns on the CPUs give them away only while they have to wait, however long a line takes from one CPU to another: it decides what a thread
// sees first, its own word or that of a teammate on its CPU.
#include <gtest/gtest.h>

#include <string>

#include "programs/waiting_team.h"

namespace muster::simulate {
namespace {

// Context switches a construct where a line takes that long to the other of two CPUs.
double switches(Construct construct, std::uint32_t threads, int transfer_ns) {
  const MachineFile file = parse_machine_file(
      "title two CPUs\ntopology 1 package 2 core\ntransfer_ns l3 " + std::to_string(transfer_ns) + "\n", "two");
  EXPECT_EQ(file.error, "");
  const Course course{
      .machine = &file.machine, .threads = threads, .placement = Placement::unbound, .episodes = 10'000};
  return run_waiting(construct, "central", course, {}).outcome.switches;
}

class Turns : public testing::TestWithParam<int> {};

TEST_P(Turns, ABarrierTakesOneForEachThreadTooMany) {
  EXPECT_LE(switches(Construct::barrier, 3, GetParam()), 1.2);
  EXPECT_LE(switches(Construct::barrier, 4, GetParam()), 2.2);
}

TEST_P(Turns, ARegionTakesOneForTheThreadTooMany) { EXPECT_LE(switches(Construct::region, 3, GetParam()), 1.2); }

INSTANTIATE_TEST_SUITE_P(Transfers_ns, Turns, testing::Values(30, 34, 38, 42, 46, 50, 55, 60, 80, 120, 200),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace muster::simulate
