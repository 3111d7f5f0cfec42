// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear barrier: every thread has a line of its own on which it announces itself; the root reads them one by one.
//
// Source    the "linear" pattern of LLVM's libomp; Mellor-Crummey and Scott 1991 treat it as a tree of one level.
//
//   1 --> [line 1] --+
//   2 --> [line 2] --+--> 0 reads each --> writes each thread's go word --> 1, 2, 3
//   3 --> [line 3] --+
//
// Cost      gather n - 1 line reads by the root (they overlap when all have arrived), release n - 1 line writes. No atomic
//           read-modify-write. The best for two threads and good to about 16.
//
// Ordering  A arrive   store release of arrived[i]   pairs with B
//           B gather   await acquire of arrived[i]
//           C release  store release of go[i]        pairs with D
//           D leave    await acquire of go[i]
#pragma once

#include "barriers/barrier.h"

namespace muster::barriers {

template <platform::Platform P>
class Linear {
  using Flag = typename P::template Atomic<base::Episode>;

  // arrived is written by the slot's thread and read by the root, go the other way round: a line each.
  struct Slot {
    alignas(base::kCacheLineBytes) Flag arrived;
    alignas(base::kCacheLineBytes) Flag go;
  };

 public:
  static constexpr Capabilities kCapabilities{.rooted = true, .combines = true};

  static std::size_t storage_needed(const Shape& shape) { return shape.capacity * sizeof(Slot); }
  static void init(void* /*storage*/, const Shape& /*shape*/) {}

  template <BarrierWaiter W>
  static void exchange(void* storage, Arrival arrival, W& waiter) {
    gather(storage, arrival, waiter, Combiner{});
    release(storage, arrival, waiter);
  }

  template <BarrierWaiter W>
  static void gather(void* storage, Arrival arrival, W& waiter, const Combiner& combiner) {
    Slot* slots = static_cast<Slot*>(storage);
    if (arrival.slot != 0) {
      // A: release, pairs with B.
      slots[arrival.slot].arrived.store_release(arrival.episode);
      waiter.signalled(0);
      return;
    }
    for (std::uint32_t child = 1; child < arrival.threads; ++child) {
      // B: acquire, pairs with A.
      P::await_reached(slots[child].arrived, arrival.episode, waiter);
      combiner(0, child);
    }
  }

  template <BarrierWaiter W>
  static void release(void* storage, Arrival arrival, W& waiter) {
    Slot* slots = static_cast<Slot*>(storage);
    if (arrival.slot != 0) {
      // D: acquire, pairs with C.
      P::await_reached(slots[arrival.slot].go, arrival.episode, waiter);
      return;
    }
    for (std::uint32_t child = 1; child < arrival.threads; ++child) {
      // C: release, pairs with D.
      slots[child].go.store_release(arrival.episode);
    }
    waiter.signalled_all();
  }

  template <class Visit>
  static void for_each_released(const void* /*storage*/, std::uint32_t slot, std::uint32_t threads,
                                const Visit& visit) {
    visit_all_from_root(slot, threads, visit);
  }
};

}  // namespace muster::barriers
