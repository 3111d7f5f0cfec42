// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dissemination barrier, n-way: in round r every thread tells the n - 1 threads that are n^r, 2 n^r, ... slots further on, and
// hears from as many before.
//
// Source    Hensgen, Finkel, Manber 1988; Mellor-Crummey and Scott 1991, algorithm 9 (two-way); Hoefler et al. 2006 (n-way).
//           Flags hold the episode number, so neither parity nor sense is needed: a flag has one writer, and that writer
//           cannot be an episode ahead of its reader by more than one, nor does the reader mind (it waits for "at least this
//           episode").
//
//   2-way   round 0   0->1->2->3->4->0        round 1   0->2->4->1->3->0        round 2   0->4->3->2->1->0
//
// Cost      ceil(log_n threads) rounds, all threads at the same time; no atomic read-modify-write, no root. More ways: fewer
//           rounds, more lines in each. Two threads have their flags in one line: the second to come takes the line over with the
//           other's flag in it and goes on at once, so an episode is one transfer, where two lines that cross take one and a
//           half (`python -m compare run --constructs barrier --threads 2` has the transfers a barrier).
//
// Ordering  A tell   store release of flag[round][partner][way]   pairs with B
//           B hear   await acquire of flag[round][self][way]
//           A then B of each round forms a path from every thread to every other within all rounds.
//           C tell   store release of pair[self], D hear   await acquire of pair[other]: the same for two threads.
#pragma once

#include "barriers/barrier.h"

namespace muster::barriers {

template <platform::Platform P>
class Dissemination {
  using Word = typename P::template Atomic<base::Episode>;

  // A line each: flags have different writers.
  struct alignas(base::kCacheLineBytes) Flag {
    Word episode;
  };

  struct alignas(base::kCacheLineBytes) Header {
    std::uint32_t ways;  // constant after init
    // The flags of two threads; each is its owner's to write.
    alignas(base::kCacheLineBytes) Word pair[2];
    typename P::template Atomic<std::uint64_t> companion;
  };

 public:
  static constexpr Capabilities kCapabilities{.rooted = false, .combines = false};
  static constexpr std::uint32_t kDefaultWays = 2;

  static std::size_t storage_needed(const Shape& shape) {
    const std::uint32_t ways = ways_of(shape);
    return sizeof(Header) +
           static_cast<std::size_t>(shape.capacity) * rounds(shape.capacity, ways) * (ways - 1) * sizeof(Flag);
  }
  static void init(void* storage, const Shape& shape) {
    new (storage) Header{.ways = ways_of(shape), .pair = {}, .companion = {}};
  }

  // A word for the caller's use in the line of the flags: a thread that changes it before its flag pays for one transfer, not for two.
  // Null where there is no such line.
  static typename P::template Atomic<std::uint64_t>* companion(void* storage, std::uint32_t threads) {
    return threads == 2 ? &static_cast<Header*>(storage)->companion : nullptr;
  }

  template <BarrierWaiter W>
  static void exchange(void* storage, Arrival arrival, W& waiter) {
    auto* header = static_cast<Header*>(storage);
    if (arrival.threads == 2) {
      exchange_in_one_line(header->pair, arrival, waiter);
      return;
    }
    Flag* flags = reinterpret_cast<Flag*>(header + 1);
    const std::uint32_t ways = header->ways;
    for (std::uint64_t distance = 1; distance < arrival.threads;
         distance *= ways, flags += (ways - 1) * arrival.threads) {
      exchange_round(flags, arrival, waiter, static_cast<std::uint32_t>(distance), ways);
    }
  }

 private:
  template <BarrierWaiter W>
  static void exchange_in_one_line(Word* pair, Arrival arrival, W& waiter) {
    const std::uint32_t other = 1 - arrival.slot;
    // C: release, pairs with D.
    pair[arrival.slot].store_release(arrival.episode);
    waiter.signalled(other);
    // D: acquire, pairs with C.
    P::await_reached(pair[other], arrival.episode, waiter);
  }

  template <BarrierWaiter W>
  static void exchange_round(Flag* flags, Arrival arrival, W& waiter, std::uint32_t distance, std::uint32_t ways) {
    // In the last round some partners would be told twice over.
    std::uint32_t told = 0;
    std::uint64_t step = distance;
    for (; told < ways - 1 && step < arrival.threads; ++told, step += distance) {
      const std::uint64_t ahead = arrival.slot + step;
      const auto partner = static_cast<std::uint32_t>(ahead < arrival.threads ? ahead : ahead - arrival.threads);
      // A: release, pairs with B.
      flags[told * arrival.threads + partner].episode.store_release(arrival.episode);
      waiter.signalled(partner);
    }
    for (std::uint32_t way = 0; way < told; ++way) {
      // B: acquire, pairs with A.
      P::await_reached(flags[way * arrival.threads + arrival.slot].episode, arrival.episode, waiter);
    }
  }

  static std::uint32_t ways_of(const Shape& shape) {
    const std::uint32_t wanted = shape.fan_in >= 2 ? shape.fan_in : kDefaultWays;
    return wanted < shape.capacity || shape.capacity < 2 ? wanted : shape.capacity;
  }
  static std::uint32_t rounds(std::uint32_t threads, std::uint32_t ways) {
    std::uint32_t count = 0;
    for (std::uint64_t reach = 1; reach < threads; reach *= ways) {
      ++count;
    }
    return count;
  }
};

}  // namespace muster::barriers
