// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RadixTree: slots as numbers of a mixed-radix system. On level l the slots whose digits below l are all 0 stand in groups
// of radix(l); the one with digit 0 is the parent of the others. With one radix for all levels it is the tree that is embedded
// in a hypercube (radix 2) or in its generalisation; with one level it is flat.
//
//   radix 2, 8 slots      level 0   0<-1  2<-3  4<-5  6<-7      level 1   0<-2  4<-6      level 2   0<-4
//
// Constant after it is made. Any number of threads up to the capacity uses the same tree, cut off.
#pragma once

#include <cstdint>
#include <span>

#include "base/base.h"

namespace muster::barriers {

class RadixTree {
 public:
  // All levels alike. `radix` of at least 2.
  static RadixTree uniform(std::uint32_t capacity, std::uint32_t radix) {
    RadixTree tree;
    while (tree.reach() < capacity) {
      tree.add_level(capacity, radix);
    }
    return tree;
  }

  // Levels of the given radices, innermost first; those below 2 are left out. The last level takes whatever there is.
  static RadixTree mixed(std::uint32_t capacity, std::span<const std::uint32_t> radices) {
    RadixTree tree;
    for (const std::uint32_t radix : radices) {
      if (radix >= 2 && tree.reach() < capacity) {
        tree.add_level(capacity, radix);
      }
    }
    if (tree.reach() < capacity) {
      tree.add_level(capacity, capacity);
    }
    return tree;
  }

  std::uint32_t lines() const { return lines_; }

  // In the order in which they arrive: small subtrees first.
  template <class Visit>
  void for_each_child(std::uint32_t slot, std::uint32_t threads, const Visit& visit) const {
    std::uint32_t rest = slot;
    for (std::uint32_t l = 0; l < levels_ && level_[l].stride < threads; ++l) {
      const Level& level = level_[l];
      if (rest != 0) {
        const std::uint32_t quotient = rest / level.radix;
        if (quotient * level.radix != rest) {
          return;
        }
        rest = quotient;
      }
      visit_group(level, slot, threads, visit);
    }
  }

  // Large subtrees first, because what happens next happens in there.
  template <class Visit>
  void for_each_child_reversed(std::uint32_t slot, std::uint32_t threads, const Visit& visit) const {
    for (std::uint32_t l = levels_led_by(slot); l-- > 0;) {
      if (level_[l].stride < threads) {
        visit_group(level_[l], slot, threads, visit);
      }
    }
  }

  std::uint32_t parent(std::uint32_t slot) const {
    const Level& level = level_[levels_led_by(slot)];
    return slot / (level.stride * level.radix) * (level.stride * level.radix);
  }

  // Where the word of a child is when the children of one group share lines.
  struct Place {
    std::uint32_t line;
    std::uint32_t word;
  };
  Place place_of(std::uint32_t slot) const {
    const Level& level = level_[levels_led_by(slot)];
    const std::uint32_t group = slot / level.stride / level.radix;
    const std::uint32_t index = slot / level.stride % level.radix - 1;
    return {level.first_line + group * level.lines_a_group + index / kWordsALine, index % kWordsALine};
  }

 private:
  static constexpr std::uint32_t kWordsALine = base::kCacheLineBytes / sizeof(base::Episode);
  // Levels of radix 2 for 2^31 slots.
  static constexpr std::uint32_t kMostLevels = 32;

  struct Level {
    std::uint32_t radix;
    std::uint32_t stride;  // of slots that are neighbours on this level
    std::uint32_t first_line;
    std::uint32_t lines_a_group;
  };

  // Slots that the levels so far bring together.
  std::uint64_t reach() const {
    return levels_ == 0 ? 1 : std::uint64_t{level_[levels_ - 1].stride} * level_[levels_ - 1].radix;
  }

  void add_level(std::uint32_t capacity, std::uint32_t radix) {
    const auto stride = static_cast<std::uint32_t>(reach());
    const std::uint32_t slots = base::divide_rounding_up(capacity, stride);
    const std::uint32_t cut = radix < slots ? radix : slots;
    const std::uint32_t lines_a_group = base::divide_rounding_up(cut - 1, kWordsALine);
    level_[levels_++] = {cut, stride, lines_, lines_a_group};
    lines_ += lines_a_group * base::divide_rounding_up(slots, cut);
  }

  // On how many levels, from 0 up, the slot is the parent.
  std::uint32_t levels_led_by(std::uint32_t slot) const {
    if (slot == 0) {
      return levels_;
    }
    std::uint32_t level = 0;
    while (slot % level_[level].radix == 0) {
      slot /= level_[level++].radix;
    }
    return level;
  }

  template <class Visit>
  static void visit_group(const Level& level, std::uint32_t slot, std::uint32_t threads, const Visit& visit) {
    std::uint32_t child = slot + level.stride;
    for (std::uint32_t digit = 1; digit < level.radix && child < threads; ++digit, child += level.stride) {
      visit(child);
    }
  }

  std::uint32_t levels_ = 0;
  std::uint32_t lines_ = 0;
  Level level_[kMostLevels] = {};
};

}  // namespace muster::barriers
