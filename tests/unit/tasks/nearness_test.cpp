// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whom a thief asks first, on machines given as texts and as files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../topology/scratch_tree.h"
#include "tasks/tasks.h"
#include "topology/topology.h"

namespace muster::tasks {
namespace {

using topology::Machine;
using topology::MachineCpu;

class ReadNearness {
 public:
  explicit ReadNearness(const Machine& machine) { nearness_->read(machine); }
  explicit ReadNearness(std::string_view text) {
    std::vector<MachineCpu> cpus(64);
    const topology::MachineParse parse = topology::parse_machine(text, cpus);
    EXPECT_EQ(parse.error, nullptr) << text;
    nearness_->read(parse.machine);
  }

  const Nearness* operator->() const { return nearness_.get(); }

 private:
  // Zeroed.
  std::unique_ptr<Nearness> nearness_ = std::make_unique<Nearness>();
};

bool matters(std::string_view text) {
  std::vector<MachineCpu> cpus(64);
  return Nearness::matters(topology::parse_machine(text, cpus).machine);
}

// The threads in the order in which they are asked by a thief on `cpu`; thread i is on CPU i, and none has anything that it may take.
std::vector<std::uint32_t> asked_from(const ReadNearness& nearness, std::uint32_t cpu, std::uint32_t threads,
                                      std::uint32_t first) {
  std::vector<std::uint32_t> order;
  visit_nearest_first(
      threads, first,
      [&](std::uint32_t thread) {
        return thread == cpu ? kNobody
                             : nearness->ring(static_cast<std::int32_t>(cpu), static_cast<std::int32_t>(thread));
      },
      [&](std::uint32_t thread) -> const std::uint32_t* {
        order.push_back(thread);
        return nullptr;
      });
  return order;
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

TEST(Nearness, DoesNotMatterInOneCacheDomain) {
  EXPECT_FALSE(matters("8 core 2 thread"));
  EXPECT_FALSE(matters("1 package 1 l3 4 core"));
  EXPECT_TRUE(matters("2 l3 4 core"));
  EXPECT_TRUE(matters("2 numa 4 core"));
  EXPECT_TRUE(matters("2 package 4 core"));
}

TEST(Nearness, GoesByCacheThenNodeThenPackage) {
  // 2 packages of 2 nodes of 2 caches of 2 cores: a cache is two CPUs, a node four, a package eight.
  const ReadNearness nearness("2 package 2 numa 2 l3 2 core");
  EXPECT_EQ(nearness->ring(0, 1), 0U);
  EXPECT_EQ(nearness->ring(0, 2), 1U);
  EXPECT_EQ(nearness->ring(0, 5), 2U);
  EXPECT_EQ(nearness->ring(0, 8), 3U);
  EXPECT_EQ(nearness->ring(15, 14), 0U);
  EXPECT_EQ(nearness->ring(9, 3), 3U);
}

TEST(Nearness, IsTheLeastForCpusThatAreNotKnown) {
  const ReadNearness nearness("2 l3 2 core");
  EXPECT_EQ(nearness->ring(-1, 0), Nearness::kRings - 1);
  EXPECT_EQ(nearness->ring(0, -1), Nearness::kRings - 1);
  EXPECT_EQ(nearness->ring(0, 40), Nearness::kRings - 1);
  EXPECT_EQ(nearness->ring(40, 40), Nearness::kRings - 1);
  EXPECT_EQ(nearness->ring(0, topology::kMaxCpus), Nearness::kRings - 1);
}

TEST(Nearness, AThiefAsksTheNearestFirstAndEverybodyOnce) {
  const ReadNearness nearness("2 package 2 numa 2 l3 2 core");
  for (std::uint32_t cpu = 0; cpu < 16; ++cpu) {
    for (std::uint32_t first = 0; first < 16; ++first) {
      const std::vector<std::uint32_t> order = asked_from(nearness, cpu, 16, first);
      ASSERT_EQ(order.size(), 15U);
      std::vector<std::uint32_t> everybody = order;
      everybody.push_back(cpu);
      everybody = sorted(everybody);
      for (std::uint32_t thread = 0; thread < 16; ++thread) {
        ASSERT_EQ(everybody[thread], thread);
      }
      EXPECT_EQ(order[0], cpu ^ 1U);
      EXPECT_EQ(sorted({order[1], order[2]})[0] / 2, (cpu / 2) ^ 1U);
      EXPECT_EQ(sorted({order.begin() + 7, order.end()})[0], cpu < 8 ? 8U : 0U);
    }
  }
}

TEST(Nearness, EqualsAreAskedInACircleThatBeginsAnywhere) {
  const ReadNearness nearness("2 l3 4 core");
  EXPECT_EQ(asked_from(nearness, 1, 8, 0), (std::vector<std::uint32_t>{0, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(asked_from(nearness, 1, 8, 3), (std::vector<std::uint32_t>{3, 0, 2, 4, 5, 6, 7}));
  EXPECT_EQ(asked_from(nearness, 1, 8, 6), (std::vector<std::uint32_t>{0, 2, 3, 6, 7, 4, 5}));
  // The team has shrunk.
  EXPECT_EQ(asked_from(nearness, 1, 4, 6), (std::vector<std::uint32_t>{0, 2, 3}));
}

TEST(Nearness, StopsAtTheFirstThatHasSomething) {
  const ReadNearness nearness("2 l3 2 core");
  std::uint32_t asked = 0;
  const std::uint32_t there = 7;
  const std::uint32_t* found = visit_nearest_first(
      4, 0, [&](std::uint32_t thread) { return nearness->ring(3, static_cast<std::int32_t>(thread)); },
      [&](std::uint32_t thread) {
        ++asked;
        return thread == 2 ? &there : nullptr;
      });
  EXPECT_EQ(found, &there);
  EXPECT_EQ(asked, 1U);
}

// The kernel's numbers need not follow the caches.
TEST(Nearness, GoesByTheNumbersOfTheKernel) {
  const topology::test::ScratchTree tree;
  topology::CpuSet cpus;
  for (const std::uint32_t cpu : {3U, 4U, 7U, 8U}) {
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cache/index0";
    tree.write(folder + "/level", "3\n");
    tree.write(folder + "/type", "Unified\n");
    tree.write(folder + "/shared_cpu_list", cpu % 4 == 3 ? "3,7\n" : "4,8\n");
    cpus.add(cpu);
  }
  std::vector<MachineCpu> storage(8);
  const ReadNearness nearness(topology::read_machine(tree.root(), cpus, storage));
  EXPECT_EQ(nearness->ring(3, 7), 0U);
  EXPECT_EQ(nearness->ring(8, 4), 0U);
  EXPECT_GT(nearness->ring(3, 4), 0U);
  EXPECT_GT(nearness->ring(7, 8), 0U);
  EXPECT_EQ(nearness->ring(3, 5), Nearness::kRings - 1);
}

// A node may span packages, as with several NUMA nodes off: then the package is nearer.
TEST(Nearness, FollowsTheNestingOfTheMachine) {
  const ReadNearness nearness("2 numa 2 package 2 core");
  EXPECT_EQ(nearness->ring(0, 1), 0U);
  EXPECT_EQ(nearness->ring(0, 2), 2U);
  EXPECT_EQ(nearness->ring(0, 4), 3U);
}

}  // namespace
}  // namespace muster::tasks
