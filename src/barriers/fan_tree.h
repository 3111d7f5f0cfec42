// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FanTree: the complete tree of a given fan, numbered level by level, as a heap is.
//
//   fan 2       0                 children of s: fan s + 1 to fan s + fan
//             1   2               parent of s:   (s - 1) / fan
//            3 4 5 6
#pragma once

#include <cstdint>

#include "base/base.h"

namespace muster::barriers {

class FanTree {
 public:
  FanTree(std::uint32_t capacity, std::uint32_t fan)
      : fan_(fan < capacity ? fan : capacity),
        lines_a_group_(base::divide_rounding_up(fan_, kWordsALine)),
        lines_(base::divide_rounding_up(capacity, fan_) * lines_a_group_) {}

  std::uint32_t lines() const { return lines_; }

  template <class Visit>
  void for_each_child(std::uint32_t slot, std::uint32_t threads, const Visit& visit) const {
    const std::uint64_t first = std::uint64_t{slot} * fan_ + 1;
    for (std::uint64_t child = first; child < first + fan_ && child < threads; ++child) {
      visit(static_cast<std::uint32_t>(child));
    }
  }
  // All subtrees are alike.
  template <class Visit>
  void for_each_child_reversed(std::uint32_t slot, std::uint32_t threads, const Visit& visit) const {
    for_each_child(slot, threads, visit);
  }

  std::uint32_t parent(std::uint32_t slot) const { return (slot - 1) / fan_; }

  // Where the word of a child is when siblings share lines.
  struct Place {
    std::uint32_t line;
    std::uint32_t word;
  };
  Place place_of(std::uint32_t slot) const {
    const std::uint32_t index = (slot - 1) % fan_;
    return {parent(slot) * lines_a_group_ + index / kWordsALine, index % kWordsALine};
  }

 private:
  static constexpr std::uint32_t kWordsALine = base::kCacheLineBytes / sizeof(base::Episode);

  std::uint32_t fan_;
  std::uint32_t lines_a_group_;
  std::uint32_t lines_;
};

}  // namespace muster::barriers
