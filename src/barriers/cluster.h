// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cluster barrier: composed along the machine. Threads that share a last-level cache meet first, then the caches of a NUMA node,
// then nodes, then packages; one store releases all who share a cache.
//
// Source    Rodchenko et al., Euro-Par 2015 (hybrid along the hierarchy of cores and memory); Gao et al., CLUSTER 2021
//           (NUMA-aware wake-up). libomp's "hierarchical" pattern has the same aim.
//
//   2 packages x 2 L3 x 4   L3   0<-[1 2 3]  4<-[5 6 7] | 8<-[9 10 11]  12<-[13 14 15]    package   0<-4 | 8<-12    0<-8
//
// Cost      as many levels as the machine has; lines cross a boundary once a group. Only as good as the placement: slots
//           must be numbered along the machine (bound close to one another).
// Ordering  tree_barrier.h
#pragma once

#include "barriers/radix_tree.h"
#include "barriers/tree_barrier.h"

namespace muster::barriers {

struct ClusterTrees {
  static constexpr Words kArrivals = Words::group_line;
  static constexpr Words kGo = Words::group_line;
  // Where the machine is not known: four slots share a cache on many (AMD's core complexes, Arm's clusters).
  static constexpr std::uint32_t kDefaultGroup = 4;

  using Gather = RadixTree;
  using Release = RadixTree;
  static Gather gather(const Shape& shape) { return along_machine(shape); }
  static Release release(const Shape& shape) { return along_machine(shape); }

 private:
  static RadixTree along_machine(const Shape& shape) {
    std::array<std::uint32_t, Shape::kTopologyLevels> radices = shape.topology;
    if (radices[0] == 0) {
      radices[0] = shape.fan_in != 0 ? shape.fan_in : kDefaultGroup;
    }
    return RadixTree::mixed(shape.capacity, radices);
  }
};

template <platform::Platform P>
using Cluster = TreeBarrier<P, ClusterTrees>;

}  // namespace muster::barriers
