// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machines from texts: counts, groups, distances, and every way in which a text can be malformed.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "topology/topology.h"

namespace muster::topology::test {
namespace {

class MachineText : public ::testing::Test {
 protected:
  Machine parse(std::string_view text) {
    const MachineParse parsed = parse_machine(text, storage_);
    EXPECT_EQ(parsed.error, nullptr) << text << ": " << parsed.error << " at " << parsed.error_at;
    return parsed.machine;
  }

  std::array<std::uint32_t, kLevels> counts(std::string_view text) {
    const Machine machine = parse(text);
    std::array<std::uint32_t, kLevels> result{};
    for (std::size_t level = 0; level < kLevels; ++level) {
      result[level] = machine.count(static_cast<Level>(level));
    }
    return result;
  }

  std::vector<MachineCpu> storage_ = std::vector<MachineCpu>(kMaxCpus);
};

using Counts = std::array<std::uint32_t, kLevels>;

// thread, core, l3, numa, die, package, machine
TEST_F(MachineText, CountsOfEachLevel) {
  EXPECT_EQ(counts("2 package 4 l3 8 core 2 thread"), (Counts{128, 64, 8, 2, 2, 2, 1}));
  EXPECT_EQ(counts("2 package 2 die 2 numa 2 l3 2 core 2 thread"), (Counts{64, 32, 16, 8, 4, 2, 1}));
  EXPECT_EQ(counts("1 core"), (Counts{1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(counts("4 core"), (Counts{4, 4, 1, 1, 1, 1, 1}));
  EXPECT_EQ(counts("4 thread"), (Counts{4, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(counts("2 package"), (Counts{2, 2, 2, 2, 2, 2, 1}));
  EXPECT_EQ(counts("3 numa 2 core"), (Counts{6, 6, 3, 3, 1, 1, 1}));
  EXPECT_EQ(counts("128 package 64 core"), (Counts{8192, 8192, 128, 128, 128, 128, 1}));
  EXPECT_EQ(counts(" 2\tpackage\n 3  core \n"), (Counts{6, 6, 2, 2, 2, 2, 1}));
}

TEST_F(MachineText, ParentsOfACpu) {
  const Machine machine = parse("2 package 4 l3 8 core 2 thread");
  ASSERT_EQ(machine.cpu_count(), 128U);
  EXPECT_EQ(machine.group(0, Level::kCore), 0U);
  EXPECT_EQ(machine.group(1, Level::kCore), 0U);
  EXPECT_EQ(machine.group(2, Level::kCore), 1U);
  EXPECT_EQ(machine.group(15, Level::kLastLevelCache), 0U);
  EXPECT_EQ(machine.group(16, Level::kLastLevelCache), 1U);
  EXPECT_EQ(machine.group(63, Level::kPackage), 0U);
  EXPECT_EQ(machine.group(64, Level::kPackage), 1U);
  EXPECT_EQ(machine.group(64, Level::kNumaNode), 1U);
  EXPECT_EQ(machine.group(127, Level::kLastLevelCache), 7U);
  EXPECT_EQ(machine.group(127, Level::kThread), 127U);
  EXPECT_EQ(machine.group(127, Level::kMachine), 0U);
  EXPECT_EQ(machine.os_cpu(127), 127U);
  EXPECT_EQ(machine.index_of(127), 127U);
  EXPECT_EQ(machine.index_of(128), std::nullopt);
}

TEST_F(MachineText, DistanceIsTheLowestCommonAncestor) {
  const Machine machine = parse("2 package 2 numa 2 l3 2 core 2 thread");
  EXPECT_EQ(machine.distance(5, 5), Level::kThread);
  EXPECT_EQ(machine.distance(0, 1), Level::kCore);
  EXPECT_EQ(machine.distance(0, 2), Level::kLastLevelCache);
  EXPECT_EQ(machine.distance(0, 4), Level::kNumaNode);
  EXPECT_EQ(machine.distance(0, 31), Level::kMachine);
  EXPECT_EQ(machine.rank(Level::kThread), 0U);
  EXPECT_EQ(machine.rank(Level::kMachine), kLevels - 1);
  // One die a package: CPUs that share the package share the die, and that is the inner one.
  EXPECT_EQ(machine.distance(0, 8), Level::kDie);
  for (std::uint32_t a = 0; a < machine.cpu_count(); ++a) {
    for (std::uint32_t b = 0; b < machine.cpu_count(); ++b) {
      EXPECT_EQ(machine.distance(a, b), machine.distance(b, a));
    }
  }
}

// Memory interleaved over two packages: one NUMA node spans both.
TEST_F(MachineText, NumaNodeAroundPackages) {
  const Machine machine = parse("1 numa 2 package 2 core");
  EXPECT_EQ(machine.count(Level::kNumaNode), 1U);
  EXPECT_EQ(machine.count(Level::kPackage), 2U);
  EXPECT_EQ(machine.distance(0, 3), Level::kNumaNode);
  EXPECT_GT(machine.rank(Level::kNumaNode), machine.rank(Level::kPackage));
}

// Sub-NUMA clustering: one cache spans two NUMA nodes.
TEST_F(MachineText, CacheAroundNumaNodes) {
  const Machine machine = parse("2 package 1 l3 2 numa 2 core");
  EXPECT_EQ(machine.distance(0, 1), Level::kNumaNode);
  EXPECT_EQ(machine.distance(0, 2), Level::kLastLevelCache);
  EXPECT_EQ(machine.distance(0, 4), Level::kMachine);
  EXPECT_GT(machine.rank(Level::kLastLevelCache), machine.rank(Level::kNumaNode));
  for (std::uint32_t rank = 0; rank < kLevels; ++rank) {
    EXPECT_EQ(machine.rank(machine.level_at(rank)), rank);
  }
}

TEST_F(MachineText, LevelLeftOutStaysInsideOfTheUsualParent) {
  // The caches are not named: one in each package, not one around both packages.
  const Machine machine = parse("2 numa 2 package 2 core");
  EXPECT_EQ(machine.count(Level::kPackage), 4U);
  EXPECT_EQ(machine.count(Level::kDie), 4U);
  EXPECT_EQ(machine.count(Level::kLastLevelCache), 4U);
}

struct Malformed {
  const char* text;
  std::size_t error_at;
  const char* error;
};

TEST_F(MachineText, MalformedTextsSayWhatAndWhere) {
  const Malformed rows[] = {
      {"", 0, "expected a count of 1 or more"},
      {"  ", 2, "expected a count of 1 or more"},
      {"package", 0, "expected a count of 1 or more"},
      {"0 package", 0, "expected a count of 1 or more"},
      {"-1 package", 0, "expected a count of 1 or more"},
      {"2package", 0, "expected a count of 1 or more"},
      {"2 package core", 10, "expected a count of 1 or more"},
      {"2 package 4", 11, "expected a level: package, die, numa, l3, core or thread"},
      {"2 socket", 2, "expected a level: package, die, numa, l3, core or thread"},
      {"2 machine", 2, "expected a level: package, die, numa, l3, core or thread"},
      {"2 Package", 2, "expected a level: package, die, numa, l3, core or thread"},
      {"2 packages", 2, "expected a level: package, die, numa, l3, core or thread"},
      {"2 4 core", 2, "expected a level: package, die, numa, l3, core or thread"},
      {"2 package 2 package", 12, "this level is given twice"},
      {"2 core 2 l3", 9, "nothing but threads comes inside a core, and nothing inside a thread"},
      {"2 thread 2 core", 11, "nothing but threads comes inside a core, and nothing inside a thread"},
      {"2 core 2 core", 9, "this level is given twice"},
      {"8193 core", 0, "the machine has more than 8192 CPUs"},
      {"2 package 4097 core", 10, "the machine has more than 8192 CPUs"},
      {"4294967296 package 4294967296 core", 0, "the machine has more than 8192 CPUs"},
      // 2^13 times 2^51 is 0 in 64 bits.
      {"8192 package 2251799813685248 core", 13, "the machine has more than 8192 CPUs"},
      {"99999999999999999999999 core", 0, "expected a count of 1 or more"},
  };
  for (const Malformed& row : rows) {
    const MachineParse parsed = parse_machine(row.text, storage_);
    EXPECT_STREQ(parsed.error, row.error) << row.text;
    EXPECT_EQ(parsed.error_at, row.error_at) << row.text;
    EXPECT_EQ(parsed.machine.cpu_count(), 0U) << row.text;
    EXPECT_EQ(parsed.machine.count(Level::kPackage), 0U) << row.text;
  }
}

TEST_F(MachineText, RoomForAsManyCpusAsStorageHas) {
  std::array<MachineCpu, 4> small{};
  EXPECT_EQ(parse_machine("2 package 2 core", small).machine.cpu_count(), 4U);
  const MachineParse parsed = parse_machine("5 core", small);
  EXPECT_STREQ(parsed.error, "the machine has more CPUs than there is room for");
  EXPECT_EQ(parsed.machine.cpu_count(), 0U);
}

TEST_F(MachineText, MachineWithoutCpus) {
  const Machine machine;
  EXPECT_EQ(machine.cpu_count(), 0U);
  EXPECT_EQ(machine.index_of(0), std::nullopt);
}

TEST_F(MachineText, NamesOfLevels) {
  EXPECT_EQ(name_of(Level::kThread), "thread");
  EXPECT_EQ(name_of(Level::kLastLevelCache), "l3");
  EXPECT_EQ(name_of(Level::kMachine), "machine");
}

}  // namespace
}  // namespace muster::topology::test
