// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCS tree barrier: arrivals climb a 4-ary tree in which a parent watches one line, the release comes down a binary one.
//
// Source    Mellor-Crummey and Scott 1991, algorithm 11. Their parent resets the four bytes of its children; here each child
//           writes the episode, so nothing is reset.
//
//   arrival   0 <- [1 2 3 4]   1 <- [5 6 7 8]        wake-up   0 -> 1, 2   1 -> 3, 4   2 -> 5, 6
//              one line of 0     one line of 1
//
// Cost      gather ceil(log4 n) levels, each one line that up to 4 children write and the parent reads; release
//           floor(log2 n) transfers on the longest way, of two lines each. No atomic read-modify-write.
// Ordering  tree_barrier.h
#pragma once

#include "barriers/fan_tree.h"
#include "barriers/tree_barrier.h"

namespace muster::barriers {

struct McsTrees {
  static constexpr Words kArrivals = Words::group_line;
  // The paper's figures for both trees.
  static constexpr std::uint32_t kArrivalFan = 4;
  static constexpr std::uint32_t kWakeUpFan = 2;

  using Gather = FanTree;
  using Release = FanTree;
  static Gather gather(const Shape& shape) { return {shape.capacity, shape.fan_in != 0 ? shape.fan_in : kArrivalFan}; }
  static Release release(const Shape& shape) {
    return {shape.capacity, shape.fan_out != 0 ? shape.fan_out : kWakeUpFan};
  }
};

template <platform::Platform P>
using McsTree = TreeBarrier<P, McsTrees>;

}  // namespace muster::barriers
