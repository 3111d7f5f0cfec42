// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "small_machine.h"

namespace muster::simulate {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string error_of(const std::string& text) { return parse_machine_file(text, "m").error; }

TEST(MachineFile, SaysWhereItIsWrong) {
  EXPECT_THAT(error_of("title a\nspeed_ns 4\n"), AllOf(HasSubstr("m, line 2"), HasSubstr("'speed_ns' is not known")));
  EXPECT_THAT(error_of("transfer_ns socket 4\n"), AllOf(HasSubstr("line 1"), HasSubstr("'socket' is no level")));
  EXPECT_THAT(error_of("transfer_ns l3 -4\n"), HasSubstr("above 0"));
  EXPECT_THAT(error_of("hit_ns much\n"), HasSubstr("hit_ns wants nanoseconds"));
  EXPECT_THAT(error_of("outstanding_stores 0\n"), HasSubstr("from 1 on"));
  EXPECT_THAT(error_of("topology 2 sockets\n"), HasSubstr("the topology '2 sockets'"));
  EXPECT_THAT(error_of("title a\n"), HasSubstr("no topology"));
  EXPECT_THAT(error_of("topology 2 package 2 core\ntransfer_ns l3 5\npoll_ns 1\nslice_ns 1\n"),
              HasSubstr("no transfer_ns for CPUs that have 'machine' in common"));
  EXPECT_THAT(error_of("topology 2 core\ntransfer_ns l3 5\npoll_ns 0\n"), HasSubstr("poll_ns"));
}

TEST(MachineFile, CommentsAreNoSettings) {
  EXPECT_EQ(error_of("# a\ntopology 2 core # b\ntransfer_ns l3 5\npoll_ns 1\nslice_ns 1\n"), "");
}

TEST(MachineFile, KeepsTheTopologyAsItIsWritten) {
  const MachineFile file =
      parse_machine_file("topology  2 package 2 core \t# b\ntransfer_ns l3 5\ntransfer_ns machine 9\n", "m");
  EXPECT_EQ(file.error, "");
  EXPECT_EQ(file.machine.topology_text, "2 package 2 core");
}

TEST(MachineFile, ATransferCostsWhatTheInnermostCommonLevelDoes) {
  const Machine machine = small_machine();
  EXPECT_EQ(machine.transfer(0, 1), from_ns(100));
  EXPECT_EQ(machine.transfer(0, 2), from_ns(200));
  EXPECT_EQ(machine.transfer(0, 7), from_ns(400));
}

TEST(MachineFile, AMachineThatIsNotThereIsNamed) {
  EXPECT_THAT(read_machine_file("cray-1", MUSTER_SIMULATE_MACHINES).error, HasSubstr("cray-1"));
}

// Each of those in the project can be read, and says where its figures come from.
TEST(MachineFile, AllMachinesAreWhole) {
  std::size_t machines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(MUSTER_SIMULATE_MACHINES)) {
    const MachineFile file = read_machine_file(entry.path().string(), "");
    EXPECT_EQ(file.error, "") << entry.path();
    EXPECT_NE(file.machine.title, "") << entry.path();
    EXPECT_GT(file.machine.costs.wake_latency, Time{0}) << entry.path();
    ++machines;
  }
  EXPECT_GT(machines, 0U);
}

}  // namespace
}  // namespace muster::simulate
