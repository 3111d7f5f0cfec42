// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trees under the barriers, by brute force: every slot has one parent, is visited by it, and has a word of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "barriers/cluster.h"
#include "barriers/fan_tree.h"
#include "barriers/machine_tree.h"
#include "barriers/radix_tree.h"

namespace muster::barriers {
namespace {

constexpr std::uint32_t kLargest = 70;

template <class Tree>
std::size_t most_lines(const Tree& tree, std::uint32_t /*capacity*/) {
  return tree.lines();
}
std::size_t most_lines(const MachineTree& /*tree*/, std::uint32_t capacity) {
  return MachineTree::most_lines(capacity, 1, 1);
}

template <class Tree>
void check_tree(const Tree& tree, std::uint32_t threads, std::uint32_t capacity) {
  std::vector<std::uint32_t> visits(threads);
  std::set<std::pair<std::uint32_t, std::uint32_t>> places;
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    std::vector<std::uint32_t> forwards;
    std::vector<std::uint32_t> backwards;
    tree.for_each_child(slot, threads, [&](std::uint32_t child) { forwards.push_back(child); });
    tree.for_each_child_reversed(slot, threads, [&](std::uint32_t child) { backwards.push_back(child); });
    EXPECT_TRUE(std::is_permutation(forwards.begin(), forwards.end(), backwards.begin(), backwards.end()))
        << "slot " << slot << " of " << threads;
    for (const std::uint32_t child : forwards) {
      ASSERT_LT(child, threads);
      ++visits[child];
      EXPECT_EQ(tree.parent(child), slot);
      const auto place = tree.place_of(child);
      EXPECT_LT(place.line, most_lines(tree, capacity));
      EXPECT_TRUE(places.emplace(place.line, place.word).second) << "slot " << child << " shares its word";
    }
  }
  EXPECT_EQ(visits[0], 0U);
  for (std::uint32_t slot = 1; slot < threads; ++slot) {
    EXPECT_EQ(visits[slot], 1U) << "slot " << slot << " of " << threads << ", capacity " << capacity;
  }
}

TEST(RadixTree, OfOneRadix) {
  for (const std::uint32_t radix : {2U, 3U, 4U, 8U, 16U, 65536U}) {
    for (std::uint32_t capacity = 1; capacity <= kLargest; ++capacity) {
      const RadixTree tree = RadixTree::uniform(capacity, radix);
      for (std::uint32_t threads = 1; threads <= capacity; threads += 1 + threads / 8) {
        check_tree(tree, threads, capacity);
      }
    }
  }
}

TEST(RadixTree, OfAMachine) {
  constexpr std::array<std::array<std::uint32_t, 3>, 4> kMachines = {{{4, 2, 2}, {1, 8, 2}, {3, 0, 5}, {16, 0, 0}}};
  for (const auto& machine : kMachines) {
    for (std::uint32_t capacity = 1; capacity <= kLargest; ++capacity) {
      check_tree(RadixTree::mixed(capacity, machine), capacity, capacity);
    }
  }
}

// The tree that is embedded in a hypercube.
RadixTree hypercube(std::uint32_t capacity) { return RadixTree::uniform(capacity, ClusterTrees::kDefaultGroup); }

TEST(MachineTree, InOneGroupIsAHypercube) {
  for (std::uint32_t capacity = 1; capacity <= kLargest; ++capacity) {
    std::vector<MachineTree::Entry> table(capacity);
    const MachineTree tree = ClusterTrees::make({.capacity = capacity, .topology = {kLargest, 0, 0}}, table.data());
    check_tree(tree, capacity, capacity);
    for (std::uint32_t slot = 1; slot < capacity; ++slot) {
      EXPECT_EQ(tree.parent(slot), hypercube(capacity).parent(slot)) << capacity;
    }
  }
}

// The groups that slots numbered along a machine are in stay together, and their first ones make a hypercube.
TEST(MachineTree, OfNumberedSlotsHasAHypercubeOnEachLevel) {
  constexpr std::uint32_t kGroup = 6;
  for (std::uint32_t capacity = 1; capacity <= kLargest; ++capacity) {
    std::vector<MachineTree::Entry> table(capacity);
    const MachineTree tree = ClusterTrees::make({.capacity = capacity, .topology = {kGroup, 0, 0}}, table.data());
    check_tree(tree, capacity, capacity);
    const RadixTree inside = hypercube(kGroup);
    const RadixTree among = hypercube(capacity / kGroup + 1);
    for (std::uint32_t slot = 1; slot < capacity; ++slot) {
      const std::uint32_t first = slot / kGroup * kGroup;
      EXPECT_EQ(tree.parent(slot),
                slot == first ? among.parent(slot / kGroup) * kGroup : first + inside.parent(slot - first))
          << capacity;
    }
  }
}

// Any slot anywhere, and any team that is cut to fewer.
TEST(MachineTree, OfSlotsAnywhere) {
  std::mt19937 random(20261122);
  const auto any_of = [&](std::uint32_t groups) {
    const std::uint32_t group = static_cast<std::uint32_t>(random()) % (groups + 1);
    return group == groups ? Position::kUnknown : static_cast<std::uint16_t>(group);
  };
  for (std::uint32_t round = 0; round < 200; ++round) {
    const std::uint32_t capacity = 1 + round % kLargest;
    const auto group = static_cast<std::uint32_t>(1 + random() % 5);
    const auto fan = static_cast<std::uint32_t>(2 + random() % 4);
    std::vector<Position> positions(capacity);
    for (Position& position : positions) {
      position.groups = {any_of(1 + round % 7), any_of(3), any_of(2)};
    }
    std::vector<MachineTree::Entry> table(capacity);
    const MachineTree tree = MachineTree::make(table, group, fan, [&](std::uint32_t slot) { return positions[slot]; });
    for (std::uint32_t threads = 1; threads <= capacity; threads += 1 + threads / 8) {
      check_tree(tree, threads, capacity);
    }
  }
}

// It is not known which slots share a cache: a few at a time.
TEST(MachineTree, OfOneUnknownPlaceHasSmallGroups) {
  std::vector<MachineTree::Entry> table(kLargest);
  const MachineTree tree = MachineTree::make(table, 3, 4, [](std::uint32_t) { return Position{}; });
  const RadixTree among = hypercube(kLargest / 3 + 1);
  for (std::uint32_t slot = 1; slot < kLargest; ++slot) {
    EXPECT_EQ(tree.parent(slot), slot % 3 == 0 ? among.parent(slot / 3) * 3 : slot / 3 * 3);
  }
}

// The lines that threads of different nodes poll share no page, and no two words share a line that should not.
TEST(MachineTree, GivesLinesOfEachNodePagesOfTheirOwn) {
  constexpr std::uint32_t kLinesAPage = 64;
  for (const std::uint32_t capacity : {2U, 9U, 64U, 144U, 512U}) {
    for (const std::uint16_t nodes : {2, 8}) {
      // Dealt in turn, and in blocks; the last node of one is not known.
      for (const bool in_blocks : {false, true}) {
        struct Dealt {
          std::uint32_t capacity;
          std::uint16_t nodes;
          bool in_blocks;

          std::uint16_t of(std::uint32_t slot) const {
            const std::uint32_t node = in_blocks ? slot * nodes / capacity : slot % nodes;
            return !in_blocks && node + 1 == nodes ? Positions::kNoNode : static_cast<std::uint16_t>(node);
          }
        };
        const Dealt dealt{capacity, nodes, in_blocks};
        Positions positions;
        positions.node_of = [](const void* context, std::uint32_t slot) {
          return static_cast<const Dealt*>(context)->of(slot);
        };
        positions.context = &dealt;
        std::vector<MachineTree::Entry> table(capacity);
        const auto position_of = [&](std::uint32_t slot) {
          const std::uint16_t node = dealt.of(slot);
          return Position{{node, node, node}};
        };
        const MachineTree tree = MachineTree::make(table, 4, 4, position_of, {&positions, kLinesAPage});
        std::map<std::uint32_t, std::uint16_t> node_of_page;
        std::set<std::uint32_t> lines_of_arrivals;
        std::set<std::uint32_t> lines_of_go;
        tree.for_each_home([&](std::uint32_t line, std::uint16_t node) {
          EXPECT_LT(line, MachineTree::most_lines(capacity, nodes, kLinesAPage));
          const auto [at, is_new] = node_of_page.emplace(line / kLinesAPage, node);
          EXPECT_EQ(at->second, node) << line;
        });
        for (std::uint32_t slot = 0; slot < capacity; ++slot) {
          EXPECT_TRUE(lines_of_go.insert(tree.go_line(slot)).second);
          EXPECT_EQ(node_of_page.at(tree.go_line(slot) / kLinesAPage), dealt.of(slot));
          if (slot != 0) {
            const std::uint32_t line = tree.place_of(slot).line;
            lines_of_arrivals.insert(line);
            EXPECT_EQ(node_of_page.at(line / kLinesAPage), dealt.of(tree.parent(slot)));
          }
        }
        for (const std::uint32_t line : lines_of_arrivals) {
          EXPECT_FALSE(lines_of_go.contains(line));
        }
      }
    }
  }
}

TEST(FanTree, OfAnyFan) {
  for (const std::uint32_t fan : {1U, 2U, 4U, 9U, 65536U}) {
    for (std::uint32_t capacity = 1; capacity <= kLargest; ++capacity) {
      const FanTree tree(capacity, fan);
      for (std::uint32_t threads = 1; threads <= capacity; threads += 1 + threads / 8) {
        check_tree(tree, threads, capacity);
      }
    }
  }
}

}  // namespace
}  // namespace muster::barriers
