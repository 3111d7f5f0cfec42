// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams on places of machines given as texts: where their slots are, what barriers make of that, and how a profile calls it.
#include "affinity/positions.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "placed_team.h"

namespace muster::affinity {
namespace {

using barriers::ClusterTrees;
using barriers::MachineTree;
using barriers::Placement;
using barriers::Position;
using testing::PlacedTeam;
using testing::Places;

constexpr const char* kMachine = "2 package 2 l3 4 core";
constexpr std::uint32_t kLargestTeam = 65;

std::vector<int> caches_of(const PlacedTeam& team) {
  std::vector<int> caches(team.located().size);
  for (std::uint32_t slot = 0; slot < caches.size(); ++slot) {
    caches[slot] = team.located().of(slot).groups[0];
  }
  return caches;
}

using Numbers = std::vector<int>;

TEST(Positions, OfTheSlotsOfATeam) {
  const Places cores(kMachine, 1);
  EXPECT_EQ(caches_of({cores, Policy::close, 6}), (Numbers{0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(caches_of({cores, Policy::close, 6, 6}), (Numbers{1, 1, 2, 2, 2, 2}));
  EXPECT_EQ(caches_of({cores, Policy::spread, 6}), (Numbers{0, 0, 1, 2, 3, 3}));
  EXPECT_EQ(caches_of({cores, Policy::primary, 3, 5}), (Numbers{1, 1, 1}));
  EXPECT_EQ(caches_of({cores, Policy::spread, 18}), (Numbers{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 0, 0}));
  const PlacedTeam four(cores, Policy::spread, 4);
  EXPECT_EQ(four.located().of(2), (Position{{2, 1, 1}})) << "a package is a NUMA node where there are no others";
}

TEST(Positions, OfPlacesThatAreLargerThanACache) {
  const Places packages(kMachine, 8);
  constexpr std::uint16_t kUnknown = Position::kUnknown;
  const PlacedTeam team(packages, Policy::close, 4);
  EXPECT_EQ(team.located().of(0), (Position{{kUnknown, 0, 0}}));
  EXPECT_EQ(team.located().of(1), (Position{{kUnknown, 1, 1}}));
  EXPECT_EQ(team.located().of(2), (Position{{kUnknown, 0, 0}}));
}

TEST(Positions, AndNodesOfTheSlotsOfATeam) {
  const auto nodes_of = [](const Places& places, Policy policy, std::uint32_t size) {
    const PlacedTeam team(places, policy, size);
    const barriers::Positions positions = team.located().positions();
    Numbers nodes;
    for (std::uint32_t slot = 0; slot < size; ++slot) {
      nodes.push_back(positions.node_of(positions.context, slot));
    }
    return nodes;
  };
  const Places naples("2 package 4 numa 8 core", 1);
  EXPECT_EQ(naples.node_count(), 8U);
  EXPECT_EQ(nodes_of(naples, Policy::spread, 8), (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(nodes_of(naples, Policy::close, 10), (Numbers{0, 0, 0, 0, 0, 0, 0, 0, 1, 1}));
  // Places of two nodes each are on none.
  const Places pairs("2 package 4 numa 8 core", 16);
  EXPECT_EQ(pairs.node_count(), 0U);
  constexpr int kNoNode = barriers::Positions::kNoNode;
  EXPECT_EQ(nodes_of(pairs, Policy::close, 2), (Numbers{kNoNode, kNoNode}));
}

TEST(Positions, OfThreadsThatGoByTheirNumberInTheProcess) {
  const Places cores(kMachine, 1);
  PlacedTeam team(cores, Policy::by_number, 3);
  team.located().number_in_process = [](const void*, std::uint32_t slot) { return slot * 4 + 4; };
  EXPECT_EQ(caches_of(team), (Numbers{0, 2, 3})) << "the primary stays";
}

TEST(Positions, AreNotKnownOfATeamThatIsNotBound) {
  const Places cores(kMachine, 1);
  EXPECT_FALSE(PlacedTeam(cores, Policy::none, 4).located().positions().known());
  EXPECT_FALSE(LocatedTeam{}.positions().known());
  EXPECT_TRUE(PlacedTeam(cores, Policy::close, 4).located().positions().known());
}

TEST(Positions, AreCounted) {
  using Counts = std::array<std::uint32_t, Position::kLevels>;
  const Places cores("2 package 2 numa 2 l3 2 core", 1);
  EXPECT_EQ(PlacedTeam(cores, Policy::close, 5).located().groups_used(), (Counts{3, 2, 1}));
  EXPECT_EQ(PlacedTeam(cores, Policy::spread, 5).located().groups_used(), (Counts{5, 4, 2}));
  EXPECT_EQ(PlacedTeam(Places(kMachine, 8), Policy::close, 2).located().groups_used(), (Counts{0, 2, 2}));
  EXPECT_EQ(PlacedTeam(cores, Policy::none, 5).located().groups_used(), Counts{});
}

TEST(Placement, IsThatOfTheThreads) {
  const Places cores(kMachine, 1);
  const auto of = [&](Policy policy, std::uint32_t size) {
    return PlacedTeam(cores, policy, size).located().placement();
  };
  EXPECT_EQ(of(Policy::close, 4), Placement::close);
  EXPECT_EQ(of(Policy::primary, 4), Placement::close);
  EXPECT_EQ(of(Policy::spread, 4), Placement::spread);
  EXPECT_EQ(of(Policy::spread, 16), Placement::close) << "all cores: the same threads on the same cores";
  EXPECT_EQ(of(Policy::in_turn, 4), Placement::close);
  EXPECT_EQ(of(Policy::none, 4), Placement::unbound);
  EXPECT_EQ(PlacedTeam(Places("4 core", 1), Policy::spread, 2).located().placement(), Placement::close) << "one cache";
  EXPECT_EQ(PlacedTeam(Places(kMachine, 8), Policy::spread, 2).located().placement(), Placement::unbound)
      << "threads go from cache to cache";
}

// How many of the tree's edges lead from one group of the level to another.
std::uint32_t crossings(const MachineTree& tree, const LocatedTeam& team, std::uint32_t level) {
  std::uint32_t count = 0;
  for (std::uint32_t slot = 1; slot < team.size; ++slot) {
    count += team.of(slot).groups[level] != team.of(tree.parent(slot)).groups[level] ? 1 : 0;
  }
  return count;
}

TEST(Cluster, CrossesEachBoundaryOnceAGroup) {
  for (const char* machine : {kMachine, "3 package 1 l3 3 core", "2 package 2 numa 2 l3 2 core 2 thread"}) {
    const Places cores(machine, 1);
    for (const Policy policy : {Policy::close, Policy::spread, Policy::in_turn, Policy::primary}) {
      for (std::uint32_t size = 1; size <= kLargestTeam; ++size) {
        for (const std::uint16_t primary : {0, 3, 7}) {
          const PlacedTeam team(cores, policy, size, primary);
          std::vector<MachineTree::Entry> table(size);
          const barriers::Shape shape{.capacity = size, .positions = team.located().positions()};
          const MachineTree tree = ClusterTrees::make(shape, table.data());
          for (std::uint32_t level = 0; level < Position::kLevels; ++level) {
            EXPECT_EQ(crossings(tree, team.located(), level), team.located().groups_used()[level] - 1)
                << machine << ", " << size << " threads, level " << level;
          }
        }
      }
    }
  }
}

TEST(Cluster, IsComposedOfThePlacesAsDrawn) {
  const Places cores(kMachine, 1);
  const PlacedTeam team(cores, Policy::spread, 6);  // caches 0 0 1 | 2 3 3
  std::vector<MachineTree::Entry> table(6);
  const MachineTree tree = ClusterTrees::make({.capacity = 6, .positions = team.located().positions()}, table.data());
  std::vector<std::uint32_t> parents;
  for (std::uint32_t slot = 1; slot < 6; ++slot) {
    parents.push_back(tree.parent(slot));
  }
  EXPECT_EQ(parents, (std::vector<std::uint32_t>{0, 0, 0, 3, 4}));
}

}  // namespace
}  // namespace muster::affinity
