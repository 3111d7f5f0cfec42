// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Central blocking barrier: one counter, and all but the last give their CPUs up at once.
//
// Source    the textbook barrier of a mutex, a counter and a condition (Hoare 1974; POSIX pthread_barrier_t). The mutex is one
//           atomic addition here, and the condition is waited for as all words are, so a release wakes them by one call or as a tree.
//
//   0 --+                                  +--> 0 sleeps
//   1 --+--> [ arrived ]   last one ----> [ sense ] --> 1 sleeps
//   2 --+     n counts     wakes them       +--> 2 sleeps
//
// Cost      n atomic additions on one line and n - 1 futex wake-ups: microseconds where others take nanoseconds. For teams with
//           so many more threads than CPUs that every waiting thread is in somebody's way.
// Ordering  central_sense_reversing.h
#pragma once

#include "barriers/central_sense_reversing.h"

namespace muster::barriers {

template <platform::Platform P>
class CentralBlocking {
  using Spinning = CentralSenseReversing<P>;

  // The same waiter, told to block wherever it is asked to wait.
  template <BarrierWaiter W>
  struct Blocking {
    W& waiter;

    static std::uint32_t eager_polls() { return 0; }
    template <class Word>
    void wait_for(const Word& word, base::Episode wanted) {
      waiter.block_for(word, wanted);
    }
    void signalled(std::uint32_t slot) { waiter.signalled(slot); }
    void signalled_all() { waiter.signalled_all(); }
  };

 public:
  static constexpr Capabilities kCapabilities = Spinning::kCapabilities;

  static std::size_t storage_needed(const Shape& shape) { return Spinning::storage_needed(shape); }
  static void init(void* storage, const Shape& shape) { Spinning::init(storage, shape); }

  template <BarrierWaiter W>
  static void exchange(void* storage, Arrival arrival, W& waiter) {
    Blocking<W> blocking{waiter};
    Spinning::exchange(storage, arrival, blocking);
  }
  template <BarrierWaiter W>
  static void gather(void* storage, Arrival arrival, W& waiter, const Combiner& combiner) {
    Blocking<W> blocking{waiter};
    Spinning::gather(storage, arrival, blocking, combiner);
  }
  template <BarrierWaiter W>
  static void release(void* storage, Arrival arrival, W& waiter) {
    Blocking<W> blocking{waiter};
    Spinning::release(storage, arrival, blocking);
  }
  template <class Visit>
  static void for_each_released(const void* storage, std::uint32_t slot, std::uint32_t threads, const Visit& visit) {
    Spinning::for_each_released(storage, slot, threads, visit);
  }
};

}  // namespace muster::barriers
