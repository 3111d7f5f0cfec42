// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CpuSet at the borders of its words and of its range.
#include <gtest/gtest.h>

#include <vector>

#include "topology/topology.h"

namespace muster::topology::test {
namespace {

std::vector<std::uint32_t> members(const CpuSet& cpus) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t cpu = cpus.next(0); cpu < kMaxCpus; cpu = cpus.next(cpu + 1)) {
    result.push_back(cpu);
  }
  return result;
}

TEST(CpuSet, HoldsWhatWasAdded) {
  CpuSet cpus;
  EXPECT_EQ(cpus.count(), 0U);
  EXPECT_EQ(members(cpus), std::vector<std::uint32_t>());
  const std::vector<std::uint32_t> added{0, 1, 63, 64, 127, 1024, 4095, 8190, 8191};
  for (const std::uint32_t cpu : added) {
    cpus.add(cpu);
    cpus.add(cpu);
  }
  EXPECT_EQ(members(cpus), added);
  EXPECT_EQ(cpus.count(), added.size());
  EXPECT_TRUE(cpus.contains(1024));
  EXPECT_FALSE(cpus.contains(1023));
  EXPECT_FALSE(cpus.contains(1025));
}

TEST(CpuSet, NumbersBeyondTheRangeAreNoMembers) {
  CpuSet cpus;
  cpus.add(kMaxCpus);
  cpus.add(0xFFFFFFFFU);
  EXPECT_EQ(cpus, CpuSet{});
  EXPECT_FALSE(cpus.contains(kMaxCpus));
  EXPECT_FALSE(cpus.contains(0xFFFFFFFFU));
  EXPECT_EQ(cpus.next(kMaxCpus), kMaxCpus);
  EXPECT_EQ(cpus.next(0xFFFFFFFFU), kMaxCpus);
}

TEST(CpuSet, FullSet) {
  CpuSet cpus;
  for (std::uint32_t cpu = 0; cpu < kMaxCpus; ++cpu) {
    cpus.add(cpu);
  }
  EXPECT_EQ(cpus.count(), kMaxCpus);
  EXPECT_EQ(members(cpus).size(), kMaxCpus);
}

}  // namespace
}  // namespace muster::topology::test
