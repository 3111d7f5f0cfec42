// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LeaderTable: who leads whom on a machine, and which leaders are one another's counterparts. The slots of a cache are divided into clusters, whose first
// slots are their leaders. The leaders of a cache are the units of that cache, the caches of a NUMA node its units, and so on outwards: a level has groups, and a
// group has units, which are the groups of the level inside of it.
//
//   2 packages x 1 cache x 8 slots, clusters of 4     in a cache   units {0} {4} | {8} {12}        between packages   units {0 4} {8 12}: 0 and 8, 4 and 12 are counterparts
//
// Where units differ in size a leader of the smaller one has several counterparts in the larger one, and some of the larger one have none in the smaller.
//
// A table with an entry for each slot and one more, in memory of the caller; constant after it is made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "barriers/line_homes.h"
#include "barriers/shape.h"

namespace muster::barriers {

class LeaderTable {
 public:
  // In a cache, between the caches of a node, between the nodes of a package, between packages.
  static constexpr std::uint32_t kLevels = Position::kLevels + 1;

  // Where a leader is on a level on which its group has more than one unit.
  struct Place {
    std::uint32_t level;
    std::uint32_t unit;   // among those of its group
    std::uint32_t units;  // of the group
    std::uint32_t first;  // the number of the group's first unit among all of the level
    std::uint32_t index;  // among the leaders of its unit
    std::uint32_t size;   // of its unit
  };

  // Slot 0 is in nobody's list of members, so it stands for none.
  struct Entry {
    // What follows is about the slot whose number is the index of the entry.
    std::uint32_t leader = 0;
    std::uint32_t next = 0;  // of the same leader, in ascending order
    std::uint32_t word = 0;  // among those that its leader polls
    std::uint32_t line = 0;  // the first of its own
    std::uint32_t rank = 0;  // of a leader
    std::uint32_t places = 0;
    Place place[kLevels] = {};  // so many of them, the innermost first
    Position position;
    std::uint16_t node = Positions::kNoNode;
    // What follows is about the leader whose rank is the index of the entry. Leaders are ranked along the machine.
    std::uint32_t slot = 0;
    std::uint32_t group[kLevels] = {};
    // What follows is about the group whose number is the index of the entry. The entry behind that of the last group ends the lists.
    std::uint32_t first_rank[kLevels] = {};
    std::uint32_t first_unit[kLevels] = {};
  };

  // For as many slots as the table has entries but one. A leader has `lines` lines, and any other slot one. Takes time in proportion to the slots times the clusters.
  template <class PositionOf>
  static LeaderTable make(std::span<Entry> table, std::uint32_t cluster, std::uint32_t lines,
                          const PositionOf& position_of, const LineHomes& homes = {}) {
    std::fill(table.begin(), table.end(), Entry{});
    const std::span<Entry> slots = table.first(table.size() - 1);
    for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
      slots[slot].position = position_of(slot);
      slots[slot].node = homes.node_of(slot);
    }
    const std::uint32_t leaders = make_clusters(slots, cluster);
    rank_along_machine(slots, leaders);
    for (std::uint32_t level = 0; level < kLevels; ++level) {
      make_groups(table, leaders, level);
    }
    for (std::uint32_t rank = 0; rank < leaders; ++rank) {
      find_places(table, rank);
    }
    give_lines(slots, lines, homes.lines_a_page);
    return {table.data(), static_cast<std::uint32_t>(slots.size())};
  }

  // A table for nobody.
  LeaderTable() = default;

  std::uint32_t slots() const { return slots_; }

  std::uint32_t leader(std::uint32_t slot) const { return table_[slot].leader; }
  // Which of the words that its leader polls is a member's.
  std::uint32_t word(std::uint32_t slot) const { return table_[slot].word; }
  std::uint32_t first_line(std::uint32_t slot) const { return table_[slot].line; }

  template <class Visit>
  void for_each_member(std::uint32_t leader, const Visit& visit) const {
    for (std::uint32_t member = table_[leader].next; member != 0; member = table_[member].next) {
      visit(member);
    }
  }

  // From the innermost level outwards.
  template <class Visit>
  void for_each_place(std::uint32_t leader, const Visit& visit) const {
    const Entry& entry = table_[leader];
    for (std::uint32_t number = 0; number < entry.places; ++number) {
      visit(entry.place[number]);
    }
  }

  // The counterparts of a leader in another unit of its group.
  template <class Visit>
  void for_each_counterpart(const Place& place, std::uint32_t unit, const Visit& visit) const {
    const std::uint32_t end = first_rank(table_, place.level, place.first + unit + 1);
    for (std::uint32_t rank = first_rank(table_, place.level, place.first + unit) + place.index; rank < end;
         rank += place.size) {
      visit(table_[rank].slot);
    }
  }

  // Units of the largest group of a level.
  std::uint32_t most_units(std::uint32_t level) const {
    std::uint32_t most = 1;
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      for_each_place(slot,
                     [&](const Place& place) { most = place.level == level ? std::max(most, place.units) : most; });
    }
    return most;
  }

  // Visits the first lines of slots, whether they are leaders, and the nodes on which they should lie.
  template <class Visit>
  void for_each_home(const Visit& visit) const {
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      visit(table_[slot].line, table_[slot].leader == slot, table_[slot].node);
    }
  }

 private:
  LeaderTable(const Entry* table, std::uint32_t slots) : table_(table), slots_(slots) {}

  // `unit` is its number among all of the level.
  static std::uint32_t first_rank(const Entry* table, std::uint32_t level, std::uint32_t unit) {
    return level == 0 ? unit : table[unit].first_rank[level - 1];
  }

  // Each slot joins the last cluster of its cache, or leads a new one. `rank` counts the members of a cluster meanwhile. Returns the number of leaders, who are
  // ranked by their slots.
  static std::uint32_t make_clusters(std::span<Entry> table, std::uint32_t cluster) {
    std::uint32_t leaders = 0;
    for (std::uint32_t slot = 0; slot < table.size(); ++slot) {
      std::uint32_t rank = leaders;
      while (rank > 0 && !table[table[rank - 1].slot].position.shares(table[slot].position, 0)) {
        --rank;
      }
      if (rank > 0 && table[table[rank - 1].slot].rank + 1 < cluster) {
        join(table, table[rank - 1].slot, slot);
      } else {
        table[slot].leader = slot;
        table[leaders++].slot = slot;
      }
    }
    return leaders;
  }

  static void join(std::span<Entry> table, std::uint32_t leader, std::uint32_t slot) {
    std::uint32_t last = leader;
    while (table[last].next != 0) {
      last = table[last].next;
    }
    table[last].next = slot;
    table[slot].leader = leader;
    table[slot].word = table[leader].rank++;
  }

  // By packages, nodes and caches, and by slots within.
  static void rank_along_machine(std::span<Entry> table, std::uint32_t leaders) {
    const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
      const auto& left = table[a].position.groups;
      const auto& right = table[b].position.groups;
      return std::lexicographical_compare(left.rbegin(), left.rend(), right.rbegin(), right.rend());
    };
    for (std::uint32_t rank = 1; rank < leaders; ++rank) {
      const std::uint32_t slot = table[rank].slot;
      std::uint32_t to = rank;
      for (; to > 0 && is_before(slot, table[to - 1].slot); --to) {
        table[to].slot = table[to - 1].slot;
      }
      table[to].slot = slot;
    }
    for (std::uint32_t rank = 0; rank < leaders; ++rank) {
      table[table[rank].slot].rank = rank;
    }
  }

  static void make_groups(std::span<Entry> table, std::uint32_t leaders, std::uint32_t level) {
    std::uint32_t groups = 0;
    std::uint32_t units = 0;
    for (std::uint32_t rank = 0; rank < leaders; ++rank) {
      units = level == 0 ? rank : table[rank].group[level - 1];
      if (rank == 0 || !table[table[rank - 1].slot].position.shares(table[table[rank].slot].position, level)) {
        table[groups].first_rank[level] = rank;
        table[groups++].first_unit[level] = units;
      }
      table[rank].group[level] = groups - 1;
    }
    table[groups].first_rank[level] = leaders;
    table[groups].first_unit[level] = units + 1;
  }

  static void find_places(std::span<Entry> table, std::uint32_t rank) {
    Entry& leader = table[table[rank].slot];
    for (std::uint32_t level = 0; level < kLevels; ++level) {
      const std::uint32_t group = table[rank].group[level];
      const std::uint32_t first = table[group].first_unit[level];
      const std::uint32_t units = table[group + 1].first_unit[level] - first;
      const std::uint32_t unit = level == 0 ? rank : table[rank].group[level - 1];
      const std::uint32_t begin = first_rank(table.data(), level, unit);
      if (units > 1) {
        leader.place[leader.places++] = {.level = level,
                                         .unit = unit - first,
                                         .units = units,
                                         .first = first,
                                         .index = rank - begin,
                                         .size = first_rank(table.data(), level, unit + 1) - begin};
      }
    }
  }

  static void give_lines(std::span<Entry> table, std::uint32_t lines_of_leader, std::uint32_t lines_a_page) {
    give_lines_by_node(std::span<const Entry>(table), lines_a_page, [&](std::uint16_t node, std::uint32_t lines) {
      for (std::uint32_t slot = 0; slot < table.size(); ++slot) {
        if (table[slot].node == node) {
          table[slot].line = lines;
          lines += table[slot].leader == slot ? lines_of_leader : 1;
        }
      }
      return lines;
    });
  }

  const Entry* table_ = nullptr;
  std::uint32_t slots_ = 0;
};

// The same where nobody knows where slots are: clusters are neighbours by number, and all leaders are units of one group.
class NumberedLeaders {
 public:
  NumberedLeaders(std::uint32_t threads, std::uint32_t cluster, std::uint32_t lines)
      : threads_(threads), cluster_(cluster), lines_(lines) {}

  std::uint32_t leader(std::uint32_t slot) const { return slot - slot % cluster_; }
  std::uint32_t word(std::uint32_t slot) const { return slot % cluster_ - 1; }
  std::uint32_t first_line(std::uint32_t slot) const { return slot * lines_; }

  template <class Visit>
  void for_each_member(std::uint32_t leader, const Visit& visit) const {
    for (std::uint32_t member = leader + 1; member < leader + cluster_ && member < threads_; ++member) {
      visit(member);
    }
  }

  template <class Visit>
  void for_each_place(std::uint32_t leader, const Visit& visit) const {
    visit(LeaderTable::Place{.level = 0,
                             .unit = leader / cluster_,
                             .units = base::divide_rounding_up(threads_, cluster_),
                             .first = 0,
                             .index = 0,
                             .size = 1});
  }

  template <class Visit>
  void for_each_counterpart(const LeaderTable::Place& /*place*/, std::uint32_t unit, const Visit& visit) const {
    visit(unit * cluster_);
  }

 private:
  std::uint32_t threads_;
  std::uint32_t cluster_;
  std::uint32_t lines_;
};

}  // namespace muster::barriers
