// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On which CPUs the threads of a simulated team are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "programs/program.h"

namespace muster::simulate {
namespace {

using ::testing::ElementsAre;

// CPUs 2 n and 2 n + 1 are the threads of core n.
Machine machine_with_threads() {
  const MachineFile file = parse_machine_file(
      "title smt\ntopology 2 package 4 core 2 thread\ntransfer_ns core 5\ntransfer_ns l3 50\ntransfer_ns machine 400\n"
      "poll_ns 1\nslice_ns 10000\n",
      "smt");
  EXPECT_EQ(file.error, "");
  return file.machine;
}

std::vector<std::uint32_t> cpus_of(const Machine& machine, Placement placement, std::uint32_t threads) {
  return cpus_of_team({.machine = &machine, .threads = threads, .placement = placement});
}

TEST(Placement, ACloseTeamTakesACoreAfterAnother) {
  const Machine machine = machine_with_threads();
  EXPECT_THAT(cpus_of(machine, Placement::close, 3), ElementsAre(0, 2, 4));
  EXPECT_THAT(cpus_of(machine, Placement::close, 10), ElementsAre(0, 2, 4, 6, 8, 10, 12, 14, 1, 3));
}

TEST(Placement, ASpreadTeamIsFarApart) {
  const Machine machine = machine_with_threads();
  EXPECT_THAT(cpus_of(machine, Placement::spread, 2), ElementsAre(0, 8));
  EXPECT_THAT(cpus_of(machine, Placement::spread, 4), ElementsAre(0, 4, 8, 12));
  EXPECT_THAT(cpus_of(machine, Placement::spread, 9), ElementsAre(0, 1, 2, 4, 6, 8, 10, 12, 14));
}

TEST(Placement, NoTwoThreadsShareACoreWhileThereAreOthers) {
  const Machine machine = machine_with_threads();
  for (const Placement placement : {Placement::close, Placement::spread, Placement::unbound}) {
    for (std::uint32_t threads = 1; threads <= 16; ++threads) {
      std::set<std::uint32_t> cpus;
      std::set<std::uint32_t> cores;
      for (const std::uint32_t cpu : cpus_of(machine, placement, threads)) {
        cpus.insert(cpu);
        cores.insert(cpu / 2);
      }
      EXPECT_EQ(cpus.size(), threads) << name_of(placement);
      EXPECT_EQ(cores.size(), std::min(threads, 8U)) << name_of(placement) << ' ' << threads;
    }
  }
}

}  // namespace
}  // namespace muster::simulate
