// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaders and their counterparts, by brute force: what each knows after the rounds of all levels is everybody.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "barriers/leader_table.h"

namespace muster::barriers {
namespace {

using Slots = std::vector<std::uint32_t>;

constexpr std::uint32_t kLines = 12;

struct Made {
  template <class PositionOf>
  Made(std::uint32_t slots, std::uint32_t cluster, const PositionOf& position_of, const LineHomes& homes = {})
      : entries(slots + 1), table(LeaderTable::make(entries, cluster, kLines, position_of, homes)) {}

  std::vector<LeaderTable::Entry> entries;
  LeaderTable table;
};

Slots members_of(const LeaderTable& table, std::uint32_t leader) {
  Slots members;
  table.for_each_member(leader, [&](std::uint32_t member) { members.push_back(member); });
  return members;
}

// Where a leader is on each level; one unit where it has no place.
LeaderTable::Place place_of(const LeaderTable& table, std::uint32_t leader, std::uint32_t level) {
  LeaderTable::Place found{.level = level, .unit = 0, .units = 1, .first = 0, .index = 0, .size = 1};
  table.for_each_place(leader, [&](const LeaderTable::Place& place) { found = place.level == level ? place : found; });
  return found;
}

Slots counterparts_of(const LeaderTable& table, std::uint32_t leader, std::uint32_t level, std::uint32_t unit) {
  Slots found;
  table.for_each_counterpart(place_of(table, leader, level), unit,
                             [&](std::uint32_t other) { found.push_back(other); });
  return found;
}

// All clusters, each with what it knows; then what leaders hear from one another on each level, which is what they have known before it.
template <class Leaders>
void expect_all_to_know_all(const Leaders& leaders, std::uint32_t slots) {
  std::map<std::uint32_t, std::set<std::uint32_t>> known;
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    known[leaders.leader(slot)].insert(slot);
  }
  for (std::uint32_t level = 0; level < LeaderTable::kLevels; ++level) {
    const auto before = known;
    for (const auto& [leader, knows] : before) {
      leaders.for_each_place(leader, [&, &tells = knows](const LeaderTable::Place& place) {
        for (std::uint32_t unit = 0; place.level == level && unit < place.units; ++unit) {
          if (unit != place.unit) {
            leaders.for_each_counterpart(place, unit,
                                         [&](std::uint32_t other) { known[other].insert(tells.begin(), tells.end()); });
          }
        }
      });
    }
  }
  for (const auto& [leader, knows] : known) {
    EXPECT_EQ(knows.size(), slots) << leader;
  }
}

TEST(LeaderTable, OfTwoPackagesPairsTheirLeaders) {
  const Made made(16, 4, [](std::uint32_t slot) {
    const auto package = static_cast<std::uint16_t>(slot / 8);
    return Position{{package, package, package}};
  });
  EXPECT_EQ(members_of(made.table, 0), (Slots{1, 2, 3}));
  EXPECT_EQ(members_of(made.table, 12), (Slots{13, 14, 15}));
  EXPECT_EQ(counterparts_of(made.table, 0, 0, 1), (Slots{4}));
  EXPECT_EQ(counterparts_of(made.table, 8, 0, 1), (Slots{12}));
  EXPECT_EQ(place_of(made.table, 4, 1).units, 1U);
  EXPECT_EQ(place_of(made.table, 4, 2).units, 1U);
  EXPECT_EQ(counterparts_of(made.table, 4, 3, 1), (Slots{12}));
  EXPECT_EQ(counterparts_of(made.table, 12, 3, 0), (Slots{4}));
  EXPECT_EQ(made.table.most_units(0), 2U);
  EXPECT_EQ(made.table.most_units(3), 2U);
}

TEST(LeaderTable, DealtSlotsMeetWhereTheyAre) {
  const Made made(8, 4, [](std::uint32_t slot) {
    const auto cache = static_cast<std::uint16_t>(slot % 2);
    return Position{{cache, 0, 0}};
  });
  EXPECT_EQ(members_of(made.table, 0), (Slots{2, 4, 6}));
  EXPECT_EQ(members_of(made.table, 1), (Slots{3, 5, 7}));
  EXPECT_EQ(made.table.word(6), 2U);
  EXPECT_EQ(counterparts_of(made.table, 0, 1, 1), (Slots{1}));
}

// Three leaders in one package, one in the other.
TEST(LeaderTable, UnitsOfDifferentSizesLeaveNobodyOut) {
  const Made made(16, 4, [](std::uint32_t slot) {
    const auto package = static_cast<std::uint16_t>(slot / 12);
    return Position{{package, package, package}};
  });
  EXPECT_EQ(counterparts_of(made.table, 12, 3, 0), (Slots{0, 4, 8}));
  EXPECT_EQ(counterparts_of(made.table, 0, 3, 1), (Slots{12}));
  EXPECT_EQ(counterparts_of(made.table, 4, 3, 1), (Slots{}));
}

// The order in which counterparts are told is that in which they are heard: each flag has one writer.
TEST(LeaderTable, EachIsToldByOneLeaderOfEachUnit) {
  std::mt19937 dice(1);
  for (std::uint32_t slots = 1; slots <= 70; ++slots) {
    const std::uint32_t cluster = 1 + dice() % 5;
    std::vector<Position> positions(slots);
    for (Position& position : positions) {
      const auto cache = static_cast<std::uint16_t>(dice() % 7);
      position = {{cache, static_cast<std::uint16_t>(cache / 2), static_cast<std::uint16_t>(cache / 4)}};
    }
    const Made made(slots, cluster, [&](std::uint32_t slot) { return positions[slot]; });
    expect_all_to_know_all(made.table, slots);
    for (std::uint32_t level = 0; level < LeaderTable::kLevels; ++level) {
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> tellers;
      for (std::uint32_t slot = 0; slot < slots; ++slot) {
        if (made.table.leader(slot) != slot) {
          EXPECT_LT(made.table.word(slot) + 1, cluster);
          continue;
        }
        const LeaderTable::Place place = place_of(made.table, slot, level);
        EXPECT_LE(place.units, made.table.most_units(level));
        for (std::uint32_t unit = 0; unit < place.units; ++unit) {
          for (const std::uint32_t other :
               unit == place.unit ? Slots{} : counterparts_of(made.table, slot, level, unit)) {
            EXPECT_EQ(place_of(made.table, other, level).unit, unit);
            ++tellers[{other, place.unit}];
          }
        }
      }
      for (const auto& [who, count] : tellers) {
        EXPECT_EQ(count, 1U) << "slot " << who.first << " by unit " << who.second << ", level " << level;
      }
    }
  }
}

TEST(NumberedLeaders, TellEachOther) {
  for (std::uint32_t threads = 1; threads <= 70; ++threads) {
    for (const std::uint32_t cluster : {1U, 3U, 4U}) {
      expect_all_to_know_all(NumberedLeaders(threads, cluster, kLines), threads);
    }
  }
}

// The lines that threads of different nodes poll share no page, and no two slots a line.
TEST(LeaderTable, GivesLinesOfEachNodePagesOfTheirOwn) {
  constexpr std::uint32_t kLinesAPage = 64;
  constexpr std::uint32_t kSlots = 96;
  Positions positions;
  positions.of = [](const void* /*context*/, std::uint32_t slot) {
    const auto node = static_cast<std::uint16_t>(slot % 3);
    return Position{{node, node, 0}};
  };
  positions.node_of = [](const void* /*context*/, std::uint32_t slot) { return static_cast<std::uint16_t>(slot % 3); };
  const Made made(kSlots, 4, [&](std::uint32_t slot) { return positions.of(nullptr, slot); },
                  {.positions = &positions, .lines_a_page = kLinesAPage});
  std::map<std::uint32_t, std::uint16_t> node_of_page;
  std::set<std::uint32_t> taken;
  made.table.for_each_home([&](std::uint32_t first, bool is_leader, std::uint16_t node) {
    for (std::uint32_t line = first; line < first + (is_leader ? kLines : 1); ++line) {
      EXPECT_EQ(node_of_page.emplace(line / kLinesAPage, node).first->second, node) << line;
      EXPECT_TRUE(taken.insert(line).second) << line;
      EXPECT_LT(line, kSlots * kLines + most_lines_at_borders(3, kLinesAPage));
    }
  });
  // 8 leaders and 24 others of each node.
  EXPECT_EQ(taken.size(), 3 * (8 * kLines + 24));
}

}  // namespace
}  // namespace muster::barriers
