// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MachineTree: slots wherever they are, numbered in any way. The first slot of a cache is the parent of the others there, the first of a
// NUMA node that of the first ones of its caches, and so on outwards, so that each boundary is crossed once a group.
//
//   2 packages x 2 caches, 8 slots, dealt to the packages in turn   cache   0<-4  1<-5  2<-6  3<-7    package   0<-2  1<-3    0<-1
//
// A team that is cut to fewer slots uses the same tree, cut off: a group keeps its first slot as long as it has any.
//
// A table with an entry for each slot, in memory of the caller; constant after it is made.
#pragma once

#include <cstdint>
#include <span>

#include "barriers/shape.h"
#include "base/base.h"

namespace muster::barriers {

class MachineTree {
 public:
  // Inside a cache, between the caches of a node, between the nodes of a package, between packages.
  static constexpr std::uint32_t kTreeLevels = Position::kLevels + 1;

  // Slot 0 is nobody's child, so it stands for none.
  struct Entry {
    std::uint32_t parent = 0;
    std::uint32_t next = 0;  // of the same parent and level, in ascending order
    std::uint32_t first_child[kTreeLevels] = {};
    std::uint32_t line = 0;   // the first one of those that it shares with its siblings
    std::uint32_t index = 0;  // among them
    // While the tree is made.
    std::uint32_t last_beside = 0;  // last child in the same cache, or 0
    std::uint32_t beside = 0;       // how many there are
    Position position;
  };

  // A tree for as many slots as the table has entries. Of slots whose cache is not known, `group` at a time count as sharing one.
  // Takes time in proportion to the slots and the largest number of groups in a group.
  template <class PositionOf>
  static MachineTree make(std::span<Entry> table, std::uint32_t group, const PositionOf& position_of) {
    for (std::uint32_t slot = 0; slot < table.size(); ++slot) {
      table[slot] = Entry{};
      table[slot].position = position_of(slot);
      if (slot != 0) {
        insert(table, slot, group);
      }
    }
    return {table.data(), give_lines(table)};
  }

  // Never more than there are slots.
  std::uint32_t lines() const { return lines_; }

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
      visit_from(table_[slot].first_child[level], threads, visit);
    }
  }

  std::uint32_t parent(std::uint32_t slot) const { return table_[slot].parent; }

  // Where the word of a child is: siblings share lines.
  struct Place {
    std::uint32_t line;
    std::uint32_t word;
  };
  Place place_of(std::uint32_t slot) const {
    const Entry& entry = table_[slot];
    return {entry.line + entry.index / kWordsALine, entry.index % kWordsALine};
  }
  bool is_first_of_group(std::uint32_t slot) const { return table_[slot].index == 0; }
  std::uint32_t line_of_group(std::uint32_t slot) const { return table_[slot].line; }

 private:
  static constexpr std::uint32_t kWordsALine = base::kCacheLineBytes / sizeof(base::Episode);

  MachineTree(const Entry* table, std::uint32_t lines) : table_(table), lines_(lines) {}

  // Whether the two are in one group of the level, which is one of the same groups outside of it.
  static bool share(const Entry& a, const Entry& b, std::uint32_t level) {
    for (std::uint32_t outer = level; outer < Position::kLevels; ++outer) {
      if (a.position.groups[outer] != b.position.groups[outer]) {
        return false;
      }
    }
    return true;
  }

  static bool is_full(const Entry& leader, std::uint32_t group) {
    return leader.position.groups[0] == Position::kUnknown && leader.beside + 1 >= group;
  }

  // From the machine inwards: below the first slot of each group that the new one belongs to, as long as there is one.
  static void insert(std::span<Entry> table, std::uint32_t slot, std::uint32_t group) {
    std::uint32_t leader = 0;
    for (std::uint32_t level = Position::kLevels; level > 0; --level) {
      std::uint32_t found = leader;
      std::uint32_t last = 0;
      std::uint32_t* next = &table[leader].first_child[level];
      while (!share(table[found], table[slot], level - 1) || (level == 1 && is_full(table[found], group))) {
        if (*next == 0) {
          table[slot].parent = leader;
          table[slot].index = last == 0 ? 0 : table[last].index + 1;
          *next = slot;
          return;
        }
        found = last = *next;
        next = &table[found].next;
      }
      leader = found;
    }
    Entry& first = table[leader];
    table[slot].parent = leader;
    table[slot].index = first.beside++;
    (first.last_beside == 0 ? first.first_child[0] : table[first.last_beside].next) = slot;
    first.last_beside = slot;
  }

  static std::uint32_t give_lines(std::span<Entry> table) {
    std::uint32_t lines = 0;
    for (const Entry& entry : table) {
      for (const std::uint32_t first : entry.first_child) {
        std::uint32_t siblings = 0;
        for (std::uint32_t child = first; child != 0; child = table[child].next) {
          table[child].line = lines;
          ++siblings;
        }
        lines += base::divide_rounding_up(siblings, kWordsALine);
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
  std::uint32_t lines_;
};

}  // namespace muster::barriers
