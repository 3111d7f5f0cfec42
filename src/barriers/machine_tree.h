// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MachineTree: slots wherever they are, numbered in any way. The slots of a cache make a tree whose root is the first of them; the roots of
// the caches of a NUMA node make one, and so on outwards, so that each boundary is crossed once a group. Each of these trees is one
// that is embedded in a hypercube of the given fan (radix_tree.h), over the group's members in the order of their slots.
//
//   2 packages x 2 caches, 8 slots, dealt to the packages in turn   cache   0<-4  1<-5  2<-6  3<-7    package   0<-2  1<-3    0<-1
//   fan 4, 6 slots in one cache                                     cache   0<-1,2,3,4  4<-5
//
// A team that is cut to fewer slots uses the same tree, cut off: a group keeps its first slot as long as it has any.
//
// A table with an entry for each slot, in memory of the caller; constant after it is made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

#include "barriers/line_homes.h"
#include "barriers/shape.h"
#include "base/base.h"

namespace muster::barriers {

class MachineTree {
 public:
  // Inside a cache, between the caches of a node, between the nodes of a package, between packages.
  static constexpr std::uint32_t kTreeLevels = Position::kLevels + 1;

  // Slot 0 is nobody's child, so it stands for none.
  struct Entry {
    // What the parent reads of its children.
    std::uint32_t next = 0;      // of the same parent and level, in ascending order
    std::uint32_t previous = 0;  // in the same list
    std::uint32_t line = 0;      // the first one of those that it shares with its siblings
    std::uint32_t index = 0;     // among the words of these
    std::uint32_t go = 0;        // the line of its go word
    std::uint32_t parent = 0;
    std::uint32_t first_child[kTreeLevels] = {};
    std::uint32_t last_child[kTreeLevels] = {};
    std::uint32_t beside = 0;  // while the tree is made: how many others are in the same cache
    Position position;
    std::uint16_t node = Positions::kNoNode;
    std::uint8_t level = kTreeLevels;  // of the group in which it is a member and not the first
  };

  // A tree for as many slots as the table has entries. Slots whose cache is not known count as sharing one, `group` at a time; `fan` is at least 2.
  // Takes time in proportion to the slots and the largest number of groups in a group.
  template <class PositionOf>
  static MachineTree make(std::span<Entry> table, std::uint32_t group, std::uint32_t fan, const PositionOf& position_of,
                          const LineHomes& homes = {}) {
    for (std::uint32_t slot = 0; slot < table.size(); ++slot) {
      table[slot] = Entry{};
      table[slot].position = position_of(slot);
      table[slot].node = homes.node_of(slot);
      if (slot != 0) {
        insert(table, slot, group);
      }
    }
    for (std::uint32_t slot = 0; slot < table.size(); ++slot) {
      for (std::uint32_t level = 0; level < table[slot].level; ++level) {
        make_group_a_tree(table, slot, level, fan);
      }
    }
    give_lines(table, homes.lines_a_page);
    return {table.data(), static_cast<std::uint32_t>(table.size())};
  }

  // Two a slot at most, and a page for each node.
  static std::size_t most_lines(std::uint32_t slots, std::uint32_t nodes, std::uint32_t lines_a_page) {
    return std::size_t{2} * slots + most_lines_at_borders(nodes, lines_a_page);
  }

  // The node on which each line of a slot should lie: its go word's, and those of its children's arrivals, which it polls. A line may be
  // visited more than once.
  template <class Visit>
  void for_each_home(const Visit& visit) const {
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      visit(table_[slot].go, table_[slot].node);
      for_each_child(slot, slots_, [&](std::uint32_t child) { visit(place_of(child).line, table_[slot].node); });
    }
  }

  // In the order in which they arrive: small subtrees first.
  template <class Visit>
  void for_each_child(std::uint32_t slot, std::uint32_t threads, const Visit& visit) const {
    for (const std::uint32_t first : table_[slot].first_child) {
      visit_from(first, threads, visit);
    }
  }

  // Large subtrees first, because what happens next happens in there.
  template <class Visit>
  void for_each_child_reversed(std::uint32_t slot, std::uint32_t threads, const Visit& visit) const {
    for (std::uint32_t level = kTreeLevels; level-- > 0;) {
      for (std::uint32_t child = table_[slot].last_child[level]; child != 0; child = table_[child].previous) {
        if (child < threads) {
          visit(child);
        }
      }
    }
  }

  std::uint32_t parent(std::uint32_t slot) const { return table_[slot].parent; }

  // The line of a slot's go word, which has it for itself.
  std::uint32_t go_line(std::uint32_t slot) const { return table_[slot].go; }

  // Where the word of a child is: siblings share lines.
  struct Place {
    std::uint32_t line;
    std::uint32_t word;
  };
  Place place_of(std::uint32_t slot) const {
    const Entry& entry = table_[slot];
    return {entry.line + entry.index / kWordsALine, entry.index % kWordsALine};
  }

 private:
  static constexpr std::uint32_t kWordsALine = base::kCacheLineBytes / sizeof(base::Episode);
  // With a fan of 2 and 2^32 slots, and one beyond.
  static constexpr std::uint32_t kMostDigits = 33;

  MachineTree(const Entry* table, std::uint32_t slots) : table_(table), slots_(slots) {}

  static bool is_full(const Entry& leader, std::uint32_t group) {
    return leader.position.groups[0] == Position::kUnknown && leader.beside + 1 >= group;
  }

  static void append(std::span<Entry> table, std::uint32_t parent, std::uint32_t level, std::uint32_t slot) {
    std::uint32_t& last = table[parent].last_child[level];
    table[slot].previous = last;
    table[slot].next = 0;
    table[slot].index = last == 0 ? 0 : table[last].index + 1;
    (last == 0 ? table[parent].first_child[level] : table[last].next) = slot;
    last = slot;
  }

  // From the machine inwards: to the list of each group that the new one belongs to, as long as there is one.
  static void insert(std::span<Entry> table, std::uint32_t slot, std::uint32_t group) {
    std::uint32_t leader = 0;
    for (std::uint32_t level = Position::kLevels; level > 0; --level) {
      std::uint32_t found = leader;
      std::uint32_t next = table[leader].first_child[level];
      while (!table[found].position.shares(table[slot].position, level - 1) ||
             (level == 1 && is_full(table[found], group))) {
        if (next == 0) {
          table[slot].level = static_cast<std::uint8_t>(level);
          append(table, leader, level, slot);
          return;
        }
        found = next;
        next = table[found].next;
      }
      leader = found;
    }
    Entry& first = table[leader];
    table[slot].level = 0;
    ++first.beside;
    append(table, leader, 0, slot);
  }

  // From the list of a group's members behind the first, which insert() has made, to the children of each.
  static void make_group_a_tree(std::span<Entry> table, std::uint32_t first, std::uint32_t level, std::uint32_t fan) {
    // By digit of a member's index among the members: the last one with a digit there that had only zeros below.
    std::uint32_t ancestors[kMostDigits];
    std::fill(std::begin(ancestors), std::end(ancestors), first);
    std::uint32_t member = table[first].first_child[level];
    table[first].first_child[level] = table[first].last_child[level] = 0;
    for (std::uint32_t index = 1; member != 0; ++index) {
      Entry& entry = table[member];
      const std::uint32_t next = entry.next;
      std::uint32_t digit = 0;
      for (std::uint32_t rest = index; rest % fan == 0; rest /= fan) {
        ++digit;
      }
      entry.parent = ancestors[digit + 1];
      append(table, entry.parent, level, member);
      std::fill_n(ancestors, digit + 1, member);
      member = next;
    }
  }

  static void give_lines(std::span<Entry> table, std::uint32_t lines_a_page) {
    give_lines_by_node(std::span<const Entry>(table), lines_a_page, [table](std::uint16_t node, std::uint32_t lines) {
      return give_lines_of_node(table, node, lines);
    });
  }

  // Returns the line after them.
  static std::uint32_t give_lines_of_node(std::span<Entry> table, std::uint16_t node, std::uint32_t lines) {
    for (const Entry& entry : table) {
      if (entry.node != node) {
        continue;
      }
      for (const std::uint32_t first : entry.first_child) {
        std::uint32_t siblings = 0;
        for (std::uint32_t child = first; child != 0; child = table[child].next) {
          table[child].line = lines;
          ++siblings;
        }
        lines += base::divide_rounding_up(siblings, kWordsALine);
      }
    }
    for (Entry& entry : table) {
      if (entry.node == node) {
        entry.go = lines++;
      }
    }
    return lines;
  }

  template <class Visit>
  void visit_from(std::uint32_t first, std::uint32_t threads, const Visit& visit) const {
    for (std::uint32_t child = first; child != 0 && child < threads; child = table_[child].next) {
      visit(child);
    }
  }

  const Entry* table_;
  std::uint32_t slots_;
};

}  // namespace muster::barriers
