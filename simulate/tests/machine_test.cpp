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
  EXPECT_THAT(error_of("transfer_ns l3 -4\n"), HasSubstr("from 0.001"));
  EXPECT_THAT(error_of("hit_ns much\n"), HasSubstr("hit_ns wants nanoseconds"));
  EXPECT_THAT(error_of("outstanding_stores 0\n"), HasSubstr("from 1 to 4096, not '0'"));
  EXPECT_THAT(error_of("topology 2 sockets\n"), HasSubstr("the topology '2 sockets'"));
  EXPECT_THAT(error_of("title a\n"), HasSubstr("no topology"));
  EXPECT_THAT(error_of("topology 2 package 2 core\ntransfer_ns l3 5\npoll_ns 1\nslice_ns 1\n"),
              HasSubstr("no transfer_ns for CPUs that have 'machine' in common"));
}

// A value is the rest of its line: half of one is not taken for a whole.
TEST(MachineFile, WhatStandsBehindAValueIsTold) {
  const auto line_2 = [](const std::string& setting, const std::string& rest) {
    EXPECT_THAT(error_of("title a\n" + setting + "\n"), AllOf(HasSubstr("m, line 2: "), HasSubstr("'" + rest + "'")))
        << setting;
  };
  line_2("hit_ns 1,5", ",5");
  line_2("hit_ns 2.2x", "x");
  line_2("hit_ns 5 7", "7");
  line_2("transfer_ns l3 30 60", "60");
  line_2("part_before_write 0.5x", "x");
  line_2("outstanding_stores 4.5", ".5");
  line_2("home_agents 1 2", "2");
  line_2("pairs_lines no", "no");
  line_2("migratory_lines 0", "0");
  line_2("forwards l3 numa", "numa");
  EXPECT_EQ(error_of("topology 2 core\r\ntransfer_ns l3 5 \t\r\npairs_lines # yes\r\nhit_ns\t2.5e0\r\n"), "");
}

TEST(MachineFile, ValuesOutOfBoundsAreTold) {
  for (const char* const setting : {"outstanding_stores -1",
                                    "outstanding_stores 4097",
                                    "home_agents -1",
                                    "home_agents 4097",
                                    "home_agents 99999999999",
                                    "home_agents",
                                    "hit_ns 1e30",
                                    "hit_ns 1e999",
                                    "hit_ns nan",
                                    "hit_ns inf",
                                    "hit_ns",
                                    "hit_ns 0.0001",
                                    "atomic_ns 1e15",
                                    "transfer_ns l3 1e300",
                                    "transfer_ns l3 0.0000001",
                                    "transfer_ns l3 0",
                                    "transfer_ns l3",
                                    "poll_ns 0",
                                    "slice_ns 0",
                                    "part_before_write nan",
                                    "part_before_write 1.1",
                                    "part_before_write -0.1",
                                    "part_before_write"}) {
    const std::string key = std::string(setting).substr(0, std::string(setting).find(' '));
    EXPECT_THAT(error_of("title a\n" + std::string(setting) + "\n"), AllOf(HasSubstr("m, line 2: "), HasSubstr(key)))
        << setting;
  }
  EXPECT_EQ(error_of("topology 2 core\ntransfer_ns l3 1e9\nhit_ns 0\natomic_ns 0.001\noutstanding_stores 4096\n"
                     "home_agents 4096\npart_before_write 0\n"),
            "");
}

TEST(MachineFile, ThereIsOneTopology) {
  EXPECT_THAT(error_of("topology 2 core\ntitle a\ntopology 4 core\n"),
              AllOf(HasSubstr("m, line 3: "), HasSubstr("in line 1")));
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

TEST(MachineFile, AFolderIsNone) {
  EXPECT_THAT(read_machine_file(MUSTER_SIMULATE_MACHINES, MUSTER_SIMULATE_MACHINES).error,
              AllOf(HasSubstr(MUSTER_SIMULATE_MACHINES), HasSubstr("is a folder")));
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
