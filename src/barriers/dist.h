// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dist barrier: two levels. Threads meet in groups, the leaders of the groups meet at the root; the root tells the leaders, and
// each leader its group.
//
// Source    the "dist" (distributed) pattern of LLVM's libomp, by Intel (2021), which its default teams of 32 threads and more
//           use. Its arrival flags were not release/acquire once (LLVM PR 213845); here they are.
//
//   16 slots   groups   0<-[1 2 3]  4<-[5 6 7]  8<-[9 10 11]  12<-[13 14 15]     leaders   0<-[4 8 12]
//
// Fan       groups of the square root of the size
// Cost      gather and release two levels, whatever the size: sqrt(n) arrivals each, packed eight to a line. A thread that
//           sleeps is woken by the thread that releases it, never by way of others that sleep, apart from its leader.
// Ordering  tree_barrier.h
#pragma once

#include <array>

#include "barriers/radix_tree.h"
#include "barriers/tree_barrier.h"

namespace muster::barriers {

struct DistTrees {
  static constexpr Words kArrivals = Words::group_line;

  using Gather = RadixTree;
  using Release = RadixTree;
  static Gather gather(const Shape& shape) { return two_levels(shape.capacity, shape.fan_in); }
  static Release release(const Shape& shape) { return two_levels(shape.capacity, shape.fan_out); }

 private:
  // The longest way handles group + capacity / group arrivals: least when both are the square root.
  static std::uint32_t least_work(std::uint32_t capacity) {
    std::uint32_t group = 2;
    while (group * group < capacity) {
      ++group;
    }
    return group;
  }
  static RadixTree two_levels(std::uint32_t capacity, std::uint32_t group) {
    const std::array<std::uint32_t, 1> radices = {group != 0 ? group : least_work(capacity)};
    return RadixTree::mixed(capacity, radices);
  }
};

template <platform::Platform P>
using Dist = TreeBarrier<P, DistTrees>;

}  // namespace muster::barriers
