// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machines read from trees in the form of /sys/devices/system, and from the machine the test runs on.
#include <gtest/gtest.h>

#include <cerrno>
#include <span>
#include <string>
#include <vector>

#include "topology/topology.h"
#include "unit/topology/scratch_tree.h"

namespace muster::topology::test {
namespace {

const std::string kCpus = "/sys/devices/system/cpu";
const std::string kNodes = "/sys/devices/system/node";

std::string cpu_folder(std::uint32_t cpu) { return kCpus + "/cpu" + std::to_string(cpu); }

CpuSet set_of(std::initializer_list<std::uint32_t> members) {
  CpuSet cpus;
  for (const std::uint32_t cpu : members) {
    cpus.add(cpu);
  }
  return cpus;
}

CpuSet first_cpus(std::uint32_t count) {
  CpuSet cpus;
  for (std::uint32_t cpu = 0; cpu < count; ++cpu) {
    cpus.add(cpu);
  }
  return cpus;
}

class MachineSys : public ::testing::Test {
 protected:
  Machine read(const CpuSet& cpus) { return read_machine(tree_.root(), cpus, storage_); }

  // All that the kernel writes about `machine`, the way x86-64 and AArch64 servers look since Linux 5.3.
  void write_tree(const Machine& machine) {
    for (std::uint32_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
      const std::string topology = cpu_folder(machine.os_cpu(cpu)) + "/topology/";
      tree_.write(topology + "package_cpus_list", members(machine, cpu, Level::kPackage));
      tree_.write(topology + "die_cpus_list", members(machine, cpu, Level::kDie));
      tree_.write(topology + "core_cpus_list", members(machine, cpu, Level::kCore));
      write_cache(machine.os_cpu(cpu), 0, "1", "Data", members(machine, cpu, Level::kCore));
      write_cache(machine.os_cpu(cpu), 1, "1", "Instruction", members(machine, cpu, Level::kCore));
      write_cache(machine.os_cpu(cpu), 2, "2", "Unified", members(machine, cpu, Level::kCore));
      write_cache(machine.os_cpu(cpu), 3, "3", "Unified", members(machine, cpu, Level::kLastLevelCache));
      tree_.write(kNodes + "/node" + std::to_string(machine.group(cpu, Level::kNumaNode)) + "/cpulist",
                  members(machine, cpu, Level::kNumaNode));
    }
    tree_.write(kNodes + "/online", "0-" + std::to_string(machine.count(Level::kNumaNode) - 1) + "\n");
  }

  void write_cache(std::uint32_t cpu, int index, const char* level, const char* type, const std::string& shared) {
    const std::string folder = cpu_folder(cpu) + "/cache/index" + std::to_string(index);
    tree_.write(folder + "/level", std::string(level) + "\n");
    tree_.write(folder + "/type", std::string(type) + "\n");
    tree_.write(folder + "/shared_cpu_list", shared);
  }

  static std::string members(const Machine& machine, std::uint32_t of, Level level) {
    std::string list;
    for (std::uint32_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
      if (machine.group(cpu, level) == machine.group(of, level)) {
        list += (list.empty() ? "" : ",") + std::to_string(machine.os_cpu(cpu));
      }
    }
    return list + "\n";
  }

  ScratchTree tree_;
  std::vector<MachineCpu> storage_ = std::vector<MachineCpu>(kMaxCpus);
  std::vector<MachineCpu> text_storage_ = std::vector<MachineCpu>(kMaxCpus);
};

TEST_F(MachineSys, SameMachineAsFromItsText) {
  for (const char* text : {"2 package 2 l3 2 core 2 thread", "2 package 2 die 2 numa 1 l3 2 core 1 thread", "3 core",
                           "1 numa 2 package 2 core 2 thread", "1 package 1 l3 2 numa 2 core", "1 core 4 thread"}) {
    tree_.remove("/sys");
    const Machine expected = parse_machine(text, text_storage_).machine;
    ASSERT_GT(expected.cpu_count(), 0U);
    write_tree(expected);
    const Machine machine = read(first_cpus(expected.cpu_count()));
    ASSERT_EQ(machine.cpu_count(), expected.cpu_count()) << text;
    for (std::size_t level = 0; level < kLevels; ++level) {
      EXPECT_EQ(machine.count(static_cast<Level>(level)), expected.count(static_cast<Level>(level))) << text << level;
      for (std::uint32_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        EXPECT_EQ(machine.group(cpu, static_cast<Level>(level)), expected.group(cpu, static_cast<Level>(level)))
            << text << ", " << name_of(static_cast<Level>(level)) << " of " << cpu;
      }
    }
    for (std::uint32_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
      EXPECT_EQ(machine.distance(0, cpu), expected.distance(0, cpu)) << text << cpu;
    }
  }
}

// A hybrid processor of Intel's: two strong cores, one with two threads, and four weak ones that share a second-level cache.
TEST_F(MachineSys, KindsOfCoresAndTheirCaches) {
  for (std::uint32_t cpu = 0; cpu < 7; ++cpu) {
    const std::string core = cpu < 2 ? "0-1\n" : std::to_string(cpu) + "\n";
    tree_.write(cpu_folder(cpu) + "/topology/core_cpus_list", core);
    write_cache(cpu, 0, "1", "Data", core);
    write_cache(cpu, 1, "1", "Instruction", "0-6\n");
    write_cache(cpu, 2, "2", "Unified", cpu < 3 ? core : "3-6\n");
    tree_.write(cpu_folder(cpu) + "/cpu_capacity", cpu < 2 ? "1024\n" : cpu == 2 ? "1009\n" : "623\n");
  }
  tree_.write("/sys/devices/cpu_core/cpus", "0-2\n");
  tree_.write("/sys/devices/cpu_atom/cpus", "3-6\n");
  const Machine machine = read(first_cpus(7));
  EXPECT_EQ(machine.cache(0, 2), kNoCache) << "not asked for";
  read_core_details(tree_.root(), std::span(storage_).first(7));
  const std::vector<std::uint16_t> first = {0, 0, 1, 2, 3, 4, 5};
  const std::vector<std::uint16_t> second = {0, 0, 1, 2, 2, 2, 2};
  const std::vector<std::uint32_t> efficiency = {2, 2, 1, 0, 0, 0, 0};
  for (std::uint32_t cpu = 0; cpu < 7; ++cpu) {
    EXPECT_EQ(machine.cache(cpu, 1), first[cpu]) << cpu;
    EXPECT_EQ(machine.cache(cpu, 2), second[cpu]) << cpu;
    EXPECT_EQ(machine.efficiency(cpu), efficiency[cpu]) << cpu;
    EXPECT_EQ(machine.core_type(cpu), cpu < 3 ? CoreType::kIntelCore : CoreType::kIntelAtom) << cpu;
  }
}

TEST_F(MachineSys, WithoutCapacitiesTheTypeSaysWhichCoresAreStronger) {
  tree_.write("/sys/devices/cpu_core/cpus", "2-3\n");
  tree_.write("/sys/devices/cpu_atom/cpus", "0-1\n");
  const Machine machine = read(first_cpus(4));
  read_core_details(tree_.root(), std::span(storage_).first(4));
  EXPECT_EQ(machine.efficiency(0), 0U);
  EXPECT_EQ(machine.efficiency(3), 1U);
  tree_.remove("/sys/devices/cpu_atom");
  read_core_details(tree_.root(), std::span(storage_).first(4));
  EXPECT_EQ(machine.efficiency(3), 0U);
  EXPECT_EQ(machine.core_type(3), CoreType::kUnknown) << "all alike";
}

TEST_F(MachineSys, OnlyTheCpusAskedFor) {
  write_tree(parse_machine("2 package 2 l3 2 core 2 thread", text_storage_).machine);
  const Machine machine = read(set_of({3, 8, 9, 15}));
  ASSERT_EQ(machine.cpu_count(), 4U);
  EXPECT_EQ(machine.os_cpu(0), 3U);
  EXPECT_EQ(machine.os_cpu(3), 15U);
  EXPECT_EQ(machine.index_of(9), 2U);
  EXPECT_EQ(machine.index_of(10), std::nullopt);
  EXPECT_EQ(machine.count(Level::kPackage), 2U);
  EXPECT_EQ(machine.count(Level::kLastLevelCache), 3U);
  EXPECT_EQ(machine.count(Level::kCore), 3U);
  EXPECT_EQ(machine.distance(1, 2), Level::kCore);
  EXPECT_EQ(machine.distance(2, 3), Level::kNumaNode);
  EXPECT_EQ(machine.distance(0, 3), Level::kMachine);
}

// Linux on x86-64 numbers the second threads of all cores after the first ones.
TEST_F(MachineSys, ThreadsOfACoreNeedNotBeNeighbours) {
  for (const std::uint32_t cpu : {0U, 1U, 2U, 3U}) {
    const std::string siblings = std::to_string(cpu % 2) + "," + std::to_string(cpu % 2 + 2) + "\n";
    tree_.write(cpu_folder(cpu) + "/topology/core_cpus_list", siblings);
  }
  const Machine machine = read(first_cpus(4));
  EXPECT_EQ(machine.count(Level::kCore), 2U);
  EXPECT_EQ(machine.distance(0, 2), Level::kCore);
  EXPECT_EQ(machine.distance(0, 1), Level::kLastLevelCache);
}

TEST_F(MachineSys, NamesOfOldKernels) {
  for (const std::uint32_t cpu : {0U, 1U, 2U, 3U}) {
    tree_.write(cpu_folder(cpu) + "/topology/core_siblings_list", cpu < 2 ? "0-1\n" : "2-3\n");
    tree_.write(cpu_folder(cpu) + "/topology/thread_siblings_list", cpu < 2 ? "0-1\n" : "2-3\n");
  }
  const Machine machine = read(first_cpus(4));
  EXPECT_EQ(machine.count(Level::kPackage), 2U);
  EXPECT_EQ(machine.count(Level::kDie), 2U) << "one in each package where the kernel does not tell";
  EXPECT_EQ(machine.count(Level::kLastLevelCache), 2U);
  EXPECT_EQ(machine.count(Level::kCore), 2U);
  EXPECT_EQ(machine.count(Level::kNumaNode), 1U);
}

// AArch64 and POWER with Linux 5.3 to 5.16: the number of a die is -1, and each CPU is in one alone.
TEST_F(MachineSys, DiesThatKernelsTellOfWhereThereAreNone) {
  for (std::uint32_t cpu = 0; cpu < 8; ++cpu) {
    const std::string topology = cpu_folder(cpu) + "/topology/";
    tree_.write(topology + "package_cpus_list", cpu < 4 ? "0-3\n" : "4-7\n");
    tree_.write(topology + "core_cpus_list", cpu % 2 == 0 ? std::to_string(cpu) + "-" + std::to_string(cpu + 1) + "\n"
                                                          : std::to_string(cpu - 1) + "-" + std::to_string(cpu) + "\n");
    tree_.write(topology + "die_cpus_list", std::to_string(cpu) + "\n");
    tree_.write(topology + "die_id", "-1\n");
  }
  const Machine machine = read(first_cpus(8));
  EXPECT_EQ(machine.count(Level::kDie), 2U) << "one in each package";
  EXPECT_EQ(machine.count(Level::kLastLevelCache), 2U);
  EXPECT_EQ(machine.count(Level::kCore), 4U);
  CpuSet members;
  EXPECT_FALSE(read_group(tree_.root(), 0, Level::kDie, members));
  for (std::uint32_t cpu = 0; cpu < 8; ++cpu) {
    tree_.write(cpu_folder(cpu) + "/topology/die_id", std::to_string(cpu) + "\n");
  }
  EXPECT_EQ(read(first_cpus(8)).count(Level::kDie), 8U) << "dies of one CPU, which have numbers";
}

// A CPU that tells nothing is in the group that lists it, wherever it comes, and takes no others with it.
TEST_F(MachineSys, CpusWithoutAListLeaveOthersAlone) {
  for (const std::uint32_t silent : {0U, 1U, 5U, 7U}) {
    tree_.remove("/sys");
    for (std::uint32_t cpu = 0; cpu < 8; ++cpu) {
      if (cpu != silent) write_cache(cpu, 0, "3", "Unified", cpu < 4 ? "0-3\n" : "4-7\n");
    }
    const Machine machine = read(first_cpus(8));
    EXPECT_EQ(machine.count(Level::kLastLevelCache), 2U) << silent;
    EXPECT_EQ(machine.distance(0, 3), Level::kLastLevelCache) << silent;
    EXPECT_NE(machine.distance(3, 4), Level::kLastLevelCache) << silent;
  }
  // No list has these two.
  tree_.remove("/sys");
  for (const std::uint32_t cpu : {1U, 2U, 3U, 4U, 5U, 6U}) write_cache(cpu, 0, "3", "Unified", "1-6\n");
  const Machine machine = read(first_cpus(8));
  EXPECT_EQ(machine.count(Level::kLastLevelCache), 2U);
  EXPECT_EQ(machine.distance(0, 7), Level::kLastLevelCache);
  EXPECT_NE(machine.distance(0, 1), Level::kLastLevelCache);
}

// Cores without an L3 beside cores with one, and an instruction cache that is the last of its CPU.
TEST_F(MachineSys, LastLevelCacheIsTheHighestLevelOfEachCpu) {
  for (const std::uint32_t cpu : {0U, 1U, 2U, 3U}) {
    write_cache(cpu, 0, "1", "Data", std::to_string(cpu) + "\n");
    write_cache(cpu, 1, "2", "Unified", cpu < 2 ? std::to_string(cpu) + "\n" : "2-3\n");
  }
  write_cache(0, 2, "3", "Unified", "0-1\n");
  write_cache(1, 2, "3", "Unified", "0-1\n");
  write_cache(2, 2, "3", "Instruction", "2\n");
  write_cache(3, 2, "3", "Instruction", "3\n");
  const Machine machine = read(first_cpus(4));
  EXPECT_EQ(machine.count(Level::kLastLevelCache), 2U);
  EXPECT_EQ(machine.distance(0, 1), Level::kLastLevelCache);
  EXPECT_EQ(machine.distance(2, 3), Level::kLastLevelCache);
  EXPECT_NE(machine.distance(1, 2), Level::kLastLevelCache);
}

// One CPU has a fourth level, one has a first-level cache for instructions alone, and one has no cache that the kernel tells of.
TEST_F(MachineSys, LastLevelCacheIsFoundWhateverTheirNumber) {
  for (const std::uint32_t cpu : {0U, 1U}) {
    write_cache(cpu, 0, "1", "Data", std::to_string(cpu) + "\n");
    write_cache(cpu, 1, "1", "Instruction", std::to_string(cpu) + "\n");
    write_cache(cpu, 2, "2", "Unified", std::to_string(cpu) + "\n");
    write_cache(cpu, 3, "3", "Unified", std::to_string(cpu) + "\n");
    write_cache(cpu, 4, "4", "Unified", "0-1\n");
  }
  write_cache(2, 0, "1", "Data", "2,4\n");
  write_cache(2, 1, "1", "Instruction", "2-4\n");
  write_cache(3, 0, "1", "Instruction", "2-4\n");
  const Machine machine = read(first_cpus(5));
  EXPECT_EQ(machine.distance(0, 1), Level::kLastLevelCache);
  EXPECT_EQ(machine.distance(2, 4), Level::kLastLevelCache);
  EXPECT_NE(machine.distance(2, 3), Level::kLastLevelCache);
  EXPECT_NE(machine.distance(1, 3), Level::kLastLevelCache);
}

TEST_F(MachineSys, NumaNodesWithoutCpusDoNotCount) {
  tree_.write(kNodes + "/online", "0,2-4\n");
  tree_.write(kNodes + "/node0/cpulist", "\n");
  tree_.write(kNodes + "/node2/cpulist", "2-3\n");
  tree_.write(kNodes + "/node3/cpulist", "\n");
  tree_.write(kNodes + "/node4/cpulist", "0-1\n");
  const Machine machine = read(first_cpus(4));
  EXPECT_EQ(machine.count(Level::kNumaNode), 2U);
  EXPECT_EQ(machine.group(0, Level::kNumaNode), 1U);
  EXPECT_EQ(machine.group(3, Level::kNumaNode), 0U);
}

TEST_F(MachineSys, FlatMachineWhereNothingCanBeRead) {
  const Machine machine = read(set_of({1, 4, 7}));
  EXPECT_EQ(machine.cpu_count(), 3U);
  EXPECT_EQ(machine.count(Level::kCore), 3U);
  for (const Level level : {Level::kLastLevelCache, Level::kNumaNode, Level::kDie, Level::kPackage}) {
    EXPECT_EQ(machine.count(level), 1U) << name_of(level);
  }
}

TEST_F(MachineSys, MalformedListsCountAsMissing) {
  for (const char* list : {"0-", "1-0\n", "0-1x\n", ",0-1\n", "0-1,\n", "0--1\n", "0-8192\n", "99999999999\n", "0 1\n",
                           "0-1\n\n", "a\n", "-1\n"}) {
    tree_.write(cpu_folder(0) + "/topology/core_cpus_list", list);
    EXPECT_EQ(read(first_cpus(2)).count(Level::kCore), 2U) << list;
    tree_.write(kCpus + "/online", list);
    CpuSet cpus = first_cpus(3);
    EXPECT_FALSE(read_online_cpus(tree_.root(), cpus)) << list;
    EXPECT_EQ(cpus, CpuSet{}) << list;
  }
  tree_.write(cpu_folder(0) + "/topology/core_cpus_list", "0-1\n");
  EXPECT_EQ(read(first_cpus(2)).count(Level::kCore), 1U) << "the well-formed list makes a difference";
}

TEST_F(MachineSys, GroupThatDoesNotListItsOwnCpu) {
  tree_.write(cpu_folder(0) + "/topology/core_cpus_list", "1\n");
  tree_.write(cpu_folder(1) + "/topology/core_cpus_list", "1\n");
  const Machine machine = read(first_cpus(2));
  EXPECT_EQ(machine.group(0, Level::kCore), 0U);
  EXPECT_EQ(machine.count(Level::kCore), 1U);
}

TEST_F(MachineSys, CpuInTwoListsStaysInTheFirst) {
  tree_.write(cpu_folder(0) + "/topology/core_cpus_list", "0,2\n");
  tree_.write(cpu_folder(1) + "/topology/core_cpus_list", "1-2\n");
  const Machine machine = read(first_cpus(3));
  EXPECT_EQ(machine.distance(0, 2), Level::kCore);
  EXPECT_EQ(machine.count(Level::kCore), 2U);
}

TEST_F(MachineSys, OnlineCpus) {
  tree_.write(kCpus + "/online", "0-2,5,8190-8191\n");
  CpuSet cpus;
  EXPECT_TRUE(read_online_cpus(tree_.root(), cpus));
  EXPECT_EQ(cpus, set_of({0, 1, 2, 5, 8190, 8191}));
  tree_.write(kCpus + "/online", "\n");
  EXPECT_TRUE(read_online_cpus(tree_.root(), cpus));
  EXPECT_EQ(cpus, CpuSet{});
}

// Every other CPU of the largest machine: a list of 19 KiB.
TEST_F(MachineSys, ListLongerThanTheBuffer) {
  std::string list;
  CpuSet expected;
  for (std::uint32_t cpu = 0; cpu < kMaxCpus; cpu += 2) {
    list += (list.empty() ? "" : ",") + std::to_string(cpu);
    expected.add(cpu);
  }
  tree_.write(kCpus + "/online", list + "\n");
  CpuSet cpus;
  EXPECT_TRUE(read_online_cpus(tree_.root(), cpus));
  EXPECT_EQ(cpus, expected);
}

TEST_F(MachineSys, StorageTooSmallLeavesCpusOut) {
  std::vector<MachineCpu> small(2);
  const Machine machine = read_machine(tree_.root(), first_cpus(5), small);
  EXPECT_EQ(machine.cpu_count(), 2U);
  EXPECT_EQ(machine.os_cpu(1), 1U);
  EXPECT_EQ(read_machine(tree_.root(), CpuSet{}, small).cpu_count(), 0U);
}

TEST_F(MachineSys, ThisMachine) {
  CpuSet online;
  if (!read_online_cpus(nullptr, online)) {
    GTEST_SKIP() << "/sys/devices/system/cpu/online is not readable";
  }
  errno = 0;
  const Machine machine = read_machine(nullptr, online, storage_);
  EXPECT_EQ(errno, 0);
  ASSERT_EQ(machine.cpu_count(), online.count());
  EXPECT_GE(machine.count(Level::kPackage), 1U);
  EXPECT_GE(machine.count(Level::kCore), machine.count(Level::kPackage));
  EXPECT_LE(machine.count(Level::kCore), machine.cpu_count());
  EXPECT_GE(machine.count(Level::kCore), machine.count(Level::kLastLevelCache));
  CpuSet own;
  ASSERT_TRUE(read_affinity(0, own));
  for (std::uint32_t cpu = own.next(0); cpu < kMaxCpus; cpu = own.next(cpu + 1)) {
    EXPECT_TRUE(machine.index_of(cpu).has_value()) << cpu;
  }
}

}  // namespace
}  // namespace muster::topology::test
