// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static tournament barrier: in each round one of `fan_in` slots, known beforehand, wins and goes on; the champion starts the
// release, which goes back the way the winners came.
//
// Source    Hensgen, Finkel, Manber 1988; Grunwald and Vajracharya 1994 for more than two in a round; Gao et al., CLUSTER 2021,
//           who found rounds of 4 with padded lines best on three Armv8 many-cores.
//
//   fan_in 4   round 0   0<-[1 2 3]  4<-[5 6 7]  8<-[9 10 11] ...     round 1   0<-[4 8 12]
//              the losers of a round write into one line of the winner
//
// Cost      gather ceil(log_fan n) lines on the longest way, each written by fan - 1 losers and polled by one winner; release
//           as many, fan - 1 stores each. No atomic read-modify-write.
// Ordering  tree_barrier.h
#pragma once

#include "barriers/radix_tree.h"
#include "barriers/tree_barrier.h"

namespace muster::barriers {

struct TournamentTrees {
  static constexpr Words kArrivals = Words::group_line;
  // Gao et al. 2021, section 5.
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
using Tournament = TreeBarrier<P, TournamentTrees>;

}  // namespace muster::barriers
