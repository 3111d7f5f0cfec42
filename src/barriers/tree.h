// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tree barrier: arrivals climb a complete tree, the release comes down another.
//
// Source    the "tree" pattern of LLVM's libomp, with its branch bits (KMP_*_BARRIER: log2 of fan-in and fan-out, 2 unless
//           set); a combining tree (Yew, Tzeng, Lawrie 1987) without its counters.
//
//          0              fan 4: 0 awaits 1 to 4, 1 awaits 5 to 8, ...
//       / | | \           numbers level by level: neighbours in a group are neighbours in the team, parents are far away
//      1  2 3  4
//    /||\ ...
//
// Cost      gather and release: ceil(log_fan n) levels of up to `fan` lines each, which overlap for those that arrived early.
//           No atomic read-modify-write.
// Ordering  tree_barrier.h
#pragma once

#include "barriers/fan_tree.h"
#include "barriers/tree_barrier.h"

namespace muster::barriers {

struct TreeTrees {
  static constexpr Words kArrivals = Words::own_line;
  // libomp's default branch bits are 2 and 2.
  static constexpr std::uint32_t kDefaultFan = 4;

  using Gather = FanTree;
  using Release = FanTree;
  static Gather gather(const Shape& shape) { return {shape.capacity, shape.fan_in != 0 ? shape.fan_in : kDefaultFan}; }
  static Release release(const Shape& shape) {
    return {shape.capacity, shape.fan_out != 0 ? shape.fan_out : kDefaultFan};
  }
};

template <platform::Platform P>
using Tree = TreeBarrier<P, TreeTrees>;

}  // namespace muster::barriers
