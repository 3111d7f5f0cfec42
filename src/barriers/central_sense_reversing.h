// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Central sense-reversing barrier: one counter, one sense word.
//
// Source    Hensgen, Finkel, Manber 1988; Mellor-Crummey and Scott 1991, algorithm 7. The sense is the episode number
//           instead of one bit, so a thread that slept through a release cannot take the next one for its own.
//
//   0 --+                                +--> 0
//   1 --+--> [ arrived ]   last one ---> [ sense ] --> 1
//   2 --+     n counts      resets         +--> 2
//
// Cost      n atomic additions on one line (n - 1 transfers, one after another), then one line read by n - 1 threads.
//           Good for few threads and for teams that have more threads than CPUs (one release wakes all); bad beyond about
//           16 CPUs.
//
// Ordering  A arrive    fetch_add acq_rel on arrived    pairs with A of the others: the last one has seen all. In a gather
//                       fetch_add release, and await acquire by the root
//           B release   store release of sense          pairs with C
//           C leave     await acquire of sense
//           The counter's reset is ordered before B and so before any arrival of the next episode.
#pragma once

#include "barriers/barrier.h"

namespace muster::barriers {

template <platform::Platform P>
class CentralSenseReversing {
  using Word = typename P::template Atomic<base::Episode>;

  struct Storage {
    alignas(base::kCacheLineBytes) Word arrived;
    alignas(base::kCacheLineBytes) Word sense;
  };

 public:
  static constexpr Capabilities kCapabilities{.rooted = true, .combines = false};
  // The same for every team; zeroed memory needs no init.
  static constexpr std::size_t kStorageBytes = sizeof(Storage);

  static std::size_t storage_needed(const Shape& /*shape*/) { return sizeof(Storage); }
  // Parentheses would zero the words by plain stores first, while a teammate may look at one (teams/cancellation.cpp).
  static void init(void* storage, const Shape& /*shape*/) { new (storage) Storage; }

  template <BarrierWaiter W>
  static void exchange(void* storage, Arrival arrival, W& waiter) {
    Storage& shared = *static_cast<Storage*>(storage);
    // A: acq_rel, pairs with A of every other thread.
    if (shared.arrived.fetch_add_acq_rel(1) == arrival.threads - 1) {
      shared.arrived.store_relaxed(0);
      publish(shared, arrival.episode, waiter);
    } else {
      await_sense(shared, arrival.episode, waiter);
    }
  }

  // The root does not count itself.
  template <BarrierWaiter W>
  static void gather(void* storage, Arrival arrival, W& waiter, const Combiner& /*combines is false*/) {
    Storage& shared = *static_cast<Storage*>(storage);
    if (arrival.slot == 0) {
      // A: acquire, pairs with A of every other thread.
      P::await_reached(shared.arrived, arrival.threads - 1, waiter);
      shared.arrived.store_relaxed(0);
    } else {
      // A: release, pairs with A of the root, which sees the arrivals before this one too: an addition hands them on.
      if (shared.arrived.fetch_add_release(1) == arrival.threads - 2) {
        waiter.signalled(0);
      }
    }
  }

  template <BarrierWaiter W>
  static void release(void* storage, Arrival arrival, W& waiter) {
    Storage& shared = *static_cast<Storage*>(storage);
    if (arrival.slot == 0) {
      publish(shared, arrival.episode, waiter);
    } else {
      await_sense(shared, arrival.episode, waiter);
    }
  }

  template <class Visit>
  static void for_each_released(const void* /*storage*/, std::uint32_t slot, std::uint32_t threads,
                                const Visit& visit) {
    visit_all_from_root(slot, threads, visit);
  }

 private:
  template <BarrierWaiter W>
  static void publish(Storage& shared, base::Episode episode, W& waiter) {
    // B: release, pairs with C.
    shared.sense.store_release(episode);
    waiter.signalled_all();
  }

  template <BarrierWaiter W>
  static void await_sense(Storage& shared, base::Episode episode, W& waiter) {
    // C: acquire, pairs with B.
    P::await_reached(shared.sense, episode, waiter);
  }
};

}  // namespace muster::barriers
