// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cluster barrier: composed along the machine. Threads that share a last-level cache meet first, then the caches of a NUMA node,
// then nodes, then packages, each along a tree that is embedded in a hypercube.
//
// Source    Rodchenko et al., Euro-Par 2015 (hybrid along the hierarchy of cores and memory); Gao et al., CLUSTER 2021
//           (NUMA-aware wake-up). libomp's "hierarchical" pattern has the same aim.
//
//   2 packages x 2 L3 x 4   L3   0<-[1 2 3]  4<-[5 6 7] | 8<-[9 10 11]  12<-[13 14 15]    package   0<-4 | 8<-12    0<-8
//
// Cost      as hyper, but a line crosses a boundary once a group, whatever its size. The arrivals of siblings share lines, so that a
//           parent reads fewer; each slot has a go word of its own. Where threads are bound it follows their places, however slots
//           are dealt to them; elsewhere it is only as good as luck.
// Ordering  tree_barrier.h
#pragma once

#include <algorithm>

#include "barriers/machine_tree.h"
#include "barriers/tree_barrier.h"

namespace muster::barriers {

struct ClusterTrees {
  static constexpr Words kArrivals = Words::group_line;
  // Where the machine is not known: four slots share a cache on many (AMD's core complexes, Arm's clusters).
  static constexpr std::uint32_t kDefaultGroup = 4;

  using Gather = MachineTree;
  using Release = MachineTree;
  using Entry = MachineTree::Entry;
  // Both ways.
  static MachineTree make(const Shape& shape, Entry* table) {
    const std::uint32_t group = shape.fan_in != 0 ? shape.fan_in : kDefaultGroup;
    const std::uint32_t fan = std::max(group, 2U);
    if (shape.positions.known()) {
      const std::uint32_t slots = shape.positions.slots < shape.capacity ? shape.positions.slots : shape.capacity;
      return MachineTree::make(
          {table, slots}, group, fan,
          [&](std::uint32_t slot) { return shape.positions.of(shape.positions.context, slot); }, homes_of(shape));
    }
    return MachineTree::make({table, shape.capacity}, group, fan,
                             [&](std::uint32_t slot) { return as_numbered(shape, group, slot); });
  }

 private:
  // Slots that are numbered along the machine. A level that there is none of has the groups of the one inside of it.
  static Position as_numbered(const Shape& shape, std::uint32_t group, std::uint32_t slot) {
    Position position;
    std::uint64_t stride = shape.topology[0] != 0 ? shape.topology[0] : group;
    position.groups[0] = static_cast<std::uint16_t>(slot / stride);
    for (std::uint32_t level = 1; level < Position::kLevels; ++level) {
      stride *= shape.topology[level] != 0 ? shape.topology[level] : 1;
      position.groups[level] = static_cast<std::uint16_t>(slot / stride);
    }
    return position;
  }
};

template <platform::Platform P>
using Cluster = TreeBarrier<P, ClusterTrees>;

}  // namespace muster::barriers
