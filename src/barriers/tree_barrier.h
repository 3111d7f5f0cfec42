// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TreeBarrier: what all rooted barriers over trees have in common. An algorithm is two trees and where their words are; the
// headers tree.h, hyper.h, mcs_tree.h, tournament.h, dist.h and cluster.h say which, and what that is good for.
//
//   gather    a slot awaits the words of its children, one after another, then writes its own for its parent
//   release   a slot awaits its go word, then writes those of its children
//
// Ordering  A arrive   store release of arrived[slot]   pairs with B
//           B gather   await acquire of arrived[child]
//           C release  store release of go              pairs with D
//           D leave    await acquire of go
//           B then A on the way up, D then C on the way down: each thread's past is in what the root knows, and that in
//           what each thread leaves with.
#pragma once

#include "barriers/barrier.h"

namespace muster::barriers {

enum class Words : std::uint8_t {
  own_line,    // each slot's word has a line of its own
  group_line,  // arrivals: the words of siblings are in lines of their parent, which polls few lines
               // release: one word for all siblings, which are told by one store
};

// Trees has: kName, kArrivals, kGo (Words); types Gather and Release (RadixTree or FanTree); gather(shape) and release(shape), which
// make them.
template <platform::Platform P, class Trees>
class TreeBarrier {
  using Word = typename P::template Atomic<base::Episode>;
  using Gather = typename Trees::Gather;
  using Release = typename Trees::Release;

  struct alignas(base::kCacheLineBytes) Line {
    Word words[base::kCacheLineBytes / sizeof(Word)];
  };

  // Constant after init.
  struct alignas(base::kCacheLineBytes) Header {
    Gather gather;
    Release release;
    Line* arrivals;
    Line* go;
  };

 public:
  static constexpr Capabilities kCapabilities{.rooted = true, .combines = true, .resizes = true};

  static std::size_t storage_needed(const Shape& shape) {
    return sizeof(Header) +
           (arrival_lines(Trees::gather(shape), shape) + go_lines(Trees::release(shape), shape)) * sizeof(Line);
  }
  static void init(void* storage, const Shape& shape) {
    auto* header = new (storage) Header{Trees::gather(shape), Trees::release(shape), nullptr, nullptr};
    header->arrivals = reinterpret_cast<Line*>(header + 1);
    header->go = header->arrivals + arrival_lines(header->gather, shape);
  }

  template <BarrierWaiter W>
  static void exchange(void* storage, Arrival arrival, W& waiter) {
    gather(storage, arrival, waiter, Combiner{});
    release(storage, arrival, waiter);
  }

  template <BarrierWaiter W>
  static void gather(void* storage, Arrival arrival, W& waiter, const Combiner& combiner) {
    const Header& header = *static_cast<const Header*>(storage);
    header.gather.for_each_child(arrival.slot, arrival.threads, [&](std::uint32_t child) {
      // B: acquire, pairs with A.
      P::await_reached(arrived(header, child), arrival.episode, waiter);
      combiner(arrival.slot, child);
    });
    if (arrival.slot != 0) {
      // A: release, pairs with B.
      arrived(header, arrival.slot).store_release(arrival.episode);
      waiter.signalled(header.gather.parent(arrival.slot));
    }
  }

  template <BarrierWaiter W>
  static void release(void* storage, Arrival arrival, W& waiter) {
    const Header& header = *static_cast<const Header*>(storage);
    if (arrival.slot != 0) {
      // D: acquire, pairs with C.
      P::await_reached(go(header, arrival.slot), arrival.episode, waiter);
    }
    header.release.for_each_child_reversed(arrival.slot, arrival.threads, [&](std::uint32_t child) {
      if (Trees::kGo == Words::own_line || header.release.is_first_of_group(child)) {
        // C: release, pairs with D.
        go(header, child).store_release(arrival.episode);
      }
      if (arrival.slot != 0) {
        waiter.signalled(child);
      }
    });
    // Sleepers are woken from here on, not by way of their parents, who may sleep too.
    if (arrival.slot == 0) {
      waiter.signalled_all();
    }
  }

  template <class Visit>
  static void for_each_released(const void* storage, std::uint32_t slot, std::uint32_t threads, const Visit& visit) {
    static_cast<const Header*>(storage)->release.for_each_child_reversed(slot, threads, visit);
  }

 private:
  static std::size_t arrival_lines(const Gather& tree, const Shape& shape) {
    return Trees::kArrivals == Words::own_line ? shape.capacity : tree.lines();
  }
  static std::size_t go_lines(const Release& tree, const Shape& shape) {
    return Trees::kGo == Words::own_line ? shape.capacity : tree.lines();
  }

  static Word& arrived(const Header& header, std::uint32_t slot) {
    if constexpr (Trees::kArrivals == Words::own_line) {
      return header.arrivals[slot].words[0];
    } else {
      const auto place = header.gather.place_of(slot);
      return header.arrivals[place.line].words[place.word];
    }
  }
  static Word& go(const Header& header, std::uint32_t slot) {
    if constexpr (Trees::kGo == Words::own_line) {
      return header.go[slot].words[0];
    } else {
      return header.go[header.release.line_of_group(slot)].words[0];
    }
  }
};

}  // namespace muster::barriers
