// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every barrier algorithm offers, and the words in which they all speak. README.md has the contract in prose.
//
// Glossary
//   slot      a thread's number in the team, 0 to threads - 1. Slot 0 is the root.
//   episode   the number of this barrier in the team's life: it grows with every barrier and never wraps (base/episode.h).
//   waiter    decides what to do while waiting and wakes those that sleep (waiting/). Anything with await's idle interface,
//             signalled(slot) and signalled_all() will do.
//   combiner  what to do when a thread has arrived (a reduction); optional.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>

#include "barriers/shape.h"
#include "base/base.h"
#include "platform/platform.h"

namespace muster::barriers {

struct Arrival {
  std::uint32_t slot;
  std::uint32_t threads;
  base::Episode episode;
};

// Called by the thread of slot `into` after slot `from` has arrived and everything `from` wrote is visible.
struct Combiner {
  void (*combine)(void* context, std::uint32_t into, std::uint32_t from) = nullptr;
  void* context = nullptr;

  void operator()(std::uint32_t into, std::uint32_t from) const {
    if (combine != nullptr) {
      combine(context, into, from);
    }
  }
};

// What an algorithm can do, as data, so that an unfit choice is refused aloud. All can: a team may have another size at each episode.
// None combines in an exchange, so that each thread would have the result (an all-reduce): a reduction is a gather, which combines for the root, and a
// release, after which all may read it. A reduction clause asks for no more, as its result is one variable.
struct Capabilities {
  bool rooted;    // gather and release can be used apart: fork, join, reductions
  bool combines;  // gather hands each arrival to a Combiner
};

// wait_for waits in the way that the thread has been told; block_for gives the CPU up at once.
template <class W>
concept BarrierWaiter = requires(W waiter, std::uint32_t slot) {
  waiter.signalled(slot);
  waiter.signalled_all();
};

struct AnyWaiter {
  template <class Word>
  void wait_for(const Word& /*word*/, base::Episode /*wanted*/) const {}
  template <class Word>
  void block_for(const Word& /*word*/, base::Episode /*wanted*/) const {}
  void signalled(std::uint32_t /*slot*/) const {}
  void signalled_all() const {}
};

// storage_needed(shape) bytes, aligned to a cache line and zeroed, serve teams of 1 to shape.capacity threads. init writes
// nothing that a zeroed storage has already, so that each thread is the first to touch its own lines.
template <class B>
concept Barrier = requires(const Shape& shape, void* storage, AnyWaiter waiter, Arrival arrival) {
  { B::kCapabilities } -> std::convertible_to<Capabilities>;
  { B::storage_needed(shape) } -> std::same_as<std::size_t>;
  { B::init(storage, shape) } -> std::same_as<void>;
  B::exchange(storage, arrival, waiter);
};

// for_each_released(storage, slot, threads, visit) visits the slots that `slot` tells in a release, in that order.
template <class B>
concept RootedBarrier = Barrier<B> && requires(void* storage, AnyWaiter waiter, Arrival arrival, Combiner combiner,
                                               std::uint32_t slot, void (*visit)(std::uint32_t)) {
  B::gather(storage, arrival, waiter, combiner);
  B::release(storage, arrival, waiter);
  B::for_each_released(storage, slot, slot, visit);
};

// A release in which the root tells everybody.
template <class Visit>
void visit_all_from_root(std::uint32_t slot, std::uint32_t threads, const Visit& visit) {
  if (slot == 0) {
    for (std::uint32_t other = 1; other < threads; ++other) {
      visit(other);
    }
  }
}

}  // namespace muster::barriers
