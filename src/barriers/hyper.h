// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyper barrier: a tree that is embedded in a hypercube, so that a group's parent is one of the group.
//
// Source    the "hyper" pattern of LLVM's libomp, with its branch bits (2 unless set); Hensgen, Finkel, Manber 1988 for the
//           embedding.
//
//   fan 4     level 0   0<-1,2,3   4<-5,6,7   8<-9,10,11   ...     level 1   0<-4,8,12
//
// Cost      as tree, with one thread fewer a level on the longest way, and neighbours by number (often by cache) meet first.
// Ordering  tree_barrier.h
#pragma once

#include "barriers/radix_tree.h"
#include "barriers/tree_barrier.h"

namespace muster::barriers {

struct HyperTrees {
  static constexpr Words kArrivals = Words::own_line;
  // libomp's default branch bits are 2 and 2.
  static constexpr std::uint32_t kDefaultFan = 4;

  using Gather = RadixTree;
  using Release = RadixTree;
  static Gather gather(const Shape& shape) {
    return RadixTree::uniform(shape.capacity, shape.fan_in != 0 ? shape.fan_in : kDefaultFan);
  }
  static Release release(const Shape& shape) {
    return RadixTree::uniform(shape.capacity, shape.fan_out != 0 ? shape.fan_out : kDefaultFan);
  }
};

template <platform::Platform P>
using Hyper = TreeBarrier<P, HyperTrees>;

}  // namespace muster::barriers
