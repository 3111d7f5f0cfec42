// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads without a blocktime sleep at waits that are longer than a sleep takes, and poll through others where each has a CPU.
#include <gtest/gtest.h>

#include <string>

#include "programs/waiting_team.h"

namespace muster::simulate {
namespace {

// Sleeps a barrier of a team of which one thread, another one each time, comes so much later.
double sleeps(const std::string& machine, std::uint32_t threads, double late_ns) {
  const MachineFile file = read_machine_file(machine, MUSTER_SIMULATE_MACHINES);
  EXPECT_EQ(file.error, "");
  const Course course{.machine = &file.machine, .threads = threads, .placement = Placement::unbound, .episodes = 200};
  const Load load{.work_ns = 1'000, .late_ns = late_ns, .blocktime_ns = 0};
  return run_waiting(Construct::barrier, "central", course, load).outcome.sleeps;
}

TEST(Passive, ThreadsPollThroughShortWaits) {
  EXPECT_LT(sleeps("two-cpu-vm", 2, 2'000), 0.05);
  EXPECT_LT(sleeps("graviton3-64", 64, 2'000), 0.05 * 64);
}

TEST(Passive, ThreadsSleepThroughLongWaits) {
  EXPECT_NEAR(sleeps("two-cpu-vm", 2, 1'000'000), 1, 0.1);
  EXPECT_NEAR(sleeps("graviton3-64", 64, 1'000'000), 63, 6);
}

// A thread that polls would keep the one it waits for from running, so the first of two on a CPU sleeps.
TEST(Passive, TheLastOnACpuPollsWhereTwoShareIt) {
  EXPECT_LT(sleeps("two-cpu-vm", 3, 2'000), 1.8);
  EXPECT_LT(sleeps("two-cpu-vm", 4, 2'000), 2.7);
}

// Sleepers are woken one after the other, which takes longer than a poll.
TEST(Passive, ManyThatShareCpusSleep) { EXPECT_GT(sleeps("graviton3-64", 128, 2'000), 120); }

// The last of the team may arrive on any of them.
TEST(Passive, ThreadsOfManyFullCpusSleepAtOnce) { EXPECT_GT(sleeps("graviton3-64", 256, 2'000), 250); }

TEST(Passive, ThreadsOfFewFullCpusLetOneAnotherOnFirst) { EXPECT_LT(sleeps("two-cpu-vm", 8, 2'000), 5); }

}  // namespace
}  // namespace muster::simulate
