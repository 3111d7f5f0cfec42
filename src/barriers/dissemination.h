// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dissemination barrier: in round r every thread tells the one 2^r slots further on and hears from the one 2^r before.
//
// Source    Hensgen, Finkel, Manber 1988; Mellor-Crummey and Scott 1991, algorithm 9. Flags hold the episode number, so
//           neither parity nor sense is needed: a flag has one writer, and that writer cannot be an episode ahead of its
//           reader by more than one, nor does the reader mind (it waits for "at least this episode").
//
//   round 0   0->1->2->3->4->0        round 1   0->2->4->1->3->0        round 2   0->4->3->2->1->0
//
// Cost      ceil(log2 n) line transfers, all threads at the same time; no atomic read-modify-write, no root. For two threads
//           it is one simultaneous exchange of lines, the least a barrier can take.
//
// Ordering  A tell   store release of flag[partner][round]   pairs with B
//           B hear   await acquire of flag[self][round]
//           A then B of each round forms a path from every thread to every other within ceil(log2 n) rounds.
#pragma once

#include "barriers/barrier.h"

namespace muster::barriers {

template <platform::Platform P>
class Dissemination {
  using Word = typename P::template Atomic<base::Episode>;

  // A line a round: flags of different rounds have different writers.
  struct alignas(base::kCacheLineBytes) Flag {
    Word episode;
  };

 public:
  static constexpr Capabilities kCapabilities{.rooted = false, .combines = false, .resizes = true};

  static std::size_t storage_needed(std::uint32_t threads) {
    return static_cast<std::size_t>(threads) * rounds(threads) * sizeof(Flag);
  }
  static void init(void* storage, std::uint32_t threads) {
    for (std::size_t flag = 0; flag < static_cast<std::size_t>(threads) * rounds(threads); ++flag) {
      new (static_cast<Flag*>(storage) + flag) Flag();
    }
  }

  template <BarrierWaiter W>
  static void exchange(void* storage, Arrival arrival, W& waiter) {
    Flag* flags = static_cast<Flag*>(storage);
    std::uint32_t round = 0;
    for (std::uint32_t distance = 1; distance < arrival.threads; distance *= 2, ++round) {
      const std::uint32_t ahead = arrival.slot + distance;
      const std::uint32_t partner = ahead < arrival.threads ? ahead : ahead - arrival.threads;
      // A: release, pairs with B.
      flags[round * arrival.threads + partner].episode.store_release(arrival.episode);
      waiter.signalled(partner);
      // B: acquire, pairs with A.
      P::await_reached(flags[round * arrival.threads + arrival.slot].episode, arrival.episode, waiter);
    }
  }

 private:
  static std::uint32_t rounds(std::uint32_t threads) { return base::log2_rounding_up(threads); }
};

}  // namespace muster::barriers
