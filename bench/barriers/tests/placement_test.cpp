// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that are said to be close or spread are on the cores that this names, and algorithms are told the same.
#include "placement.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "team.h"

namespace muster::bench {
namespace {

using affinity::Policy;

constexpr std::uint64_t kBlocktime_ns = 100'000;

class PlacementTest : public ::testing::Test {
 protected:
  // Teams bind the thread that makes them.
  ~PlacementTest() override { topology::bind_caller(topology::affinity_mask()); }

  static bool capture() {
    topology::capture_affinity(getpid());
    return true;
  }

  bool captured_ = capture();
  Cores cores_;
};

TEST_F(PlacementTest, EveryUsableCpuIsInOneCore) {
  const affinity::LocatedTeam team = cores_.team(Policy::close, cores_.count());
  topology::CpuSet all;
  std::uint32_t members = 0;
  for (const topology::CpuSet& place : cores_.places_of(team)) {
    EXPECT_NE(place.count(), 0U);
    members += place.count();
    for (std::uint32_t cpu = place.next(0); cpu < topology::kMaxCpus; cpu = place.next(cpu + 1)) {
      all.add(cpu);
    }
  }
  EXPECT_EQ(all, topology::affinity_mask());
  EXPECT_EQ(members, topology::affinity_cpus());
}

TEST_F(PlacementTest, MoreThreadsThanCoresGoRound) {
  const std::uint32_t count = cores_.count();
  const affinity::LocatedTeam team = cores_.team(Policy::close, 2 * count);
  const std::vector<topology::CpuSet> places = cores_.places_of(team);
  ASSERT_EQ(places.size(), 2 * count);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    EXPECT_EQ(places[slot], places[slot + count]);
  }
}

TEST_F(PlacementTest, ThreadsAreHeldToTheirPlaces) {
  const std::uint32_t threads = cores_.count() + 1;
  for (const Policy policy : {Policy::close, Policy::spread}) {
    const std::vector<topology::CpuSet> places = cores_.places_of(cores_.team(policy, threads));
    std::vector<topology::CpuSet> held_to(threads);
    Team team(threads, kBlocktime_ns, topology::affinity_cpus(), places);
    team.run([&](std::uint32_t slot, Waiter& /*waiter*/) { topology::read_affinity(0, held_to[slot]); });
    EXPECT_EQ(held_to, places);
  }
}

TEST_F(PlacementTest, OnlyAlgorithmsOfBoundTeamsAreTold) {
  EXPECT_FALSE(cores_.team(Policy::none, 2).positions().known());
  EXPECT_FALSE(cores_.team(Policy::none, 2).is_bound());
  const affinity::LocatedTeam close = cores_.team(Policy::close, 2);
  EXPECT_EQ(close.positions().slots, 2U);
  EXPECT_TRUE(close.positions().known());
}

}  // namespace
}  // namespace muster::bench
