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
#include "barriers/line_homes.h"

namespace muster::barriers {

// Where the words of arrivals are. Each go word has a line of its own: a line that siblings share goes to one of them after the other.
enum class Words : std::uint8_t {
  own_line,    // each slot's word has a line of its own
  group_line,  // the words of siblings are in lines of their parent, which polls few lines
};

// Trees has: kArrivals (Words); types Gather and Release (RadixTree, FanTree or MachineTree); gather(shape) and release(shape),
// which make them. Trees with a table have instead Entry, of which there is one a slot, and make(shape, table) for both.
template <class Trees>
concept TreesWithTable = requires { typename Trees::Entry; };

template <platform::Platform P, class Trees>
class TreeBarrier {
  using Word = typename P::template Atomic<base::Episode>;
  using Gather = typename Trees::Gather;
  using Release = typename Trees::Release;

  struct alignas(base::kCacheLineBytes) Line {
    Word words[base::kCacheLineBytes / sizeof(Word)];
  };

  // Constant after init. A tree with a table has given each word a line, and `arrivals` and `go` are the same.
  struct alignas(base::kCacheLineBytes) Header {
    Gather gather;
    Release release;
    Line* arrivals;
    Line* go;
  };

 public:
  static constexpr Capabilities kCapabilities{.rooted = true, .combines = true};

  static constexpr bool kFollowsPositions = TreesWithTable<Trees>;

  static std::size_t storage_needed(const Shape& shape) {
    if constexpr (TreesWithTable<Trees>) {
      const std::size_t lines =
          Gather::most_lines(shape.capacity, shape.nodes, shape.page_bytes / base::kCacheLineBytes);
      return sizeof(Header) + table_bytes(shape) + lines * sizeof(Line);
    } else {
      return sizeof(Header) + (arrival_lines(shape) + shape.capacity) * sizeof(Line);
    }
  }
  static void init(void* storage, const Shape& shape) {
    auto* after_header = static_cast<std::byte*>(storage) + sizeof(Header);
    if constexpr (TreesWithTable<Trees>) {
      auto* const lines = reinterpret_cast<Line*>(first_line(after_header + table_bytes(shape), shape));
      const auto tree = Trees::make(shape, reinterpret_cast<typename Trees::Entry*>(after_header));
      new (storage) Header{tree, tree, lines, lines};
    } else {
      auto* arrivals = reinterpret_cast<Line*>(after_header);
      Line* const go = arrivals + arrival_lines(shape);
      new (storage) Header{Trees::gather(shape), Trees::release(shape), arrivals, go};
    }
  }

  // Visits lines and the NUMA nodes on which they should lie; Positions::kNoNode: anywhere.
  template <class Visit>
  static void for_each_home(void* storage, const Visit& visit)
    requires TreesWithTable<Trees>
  {
    const Header& header = *static_cast<const Header*>(storage);
    header.gather.for_each_home([&](std::uint32_t line, std::uint16_t node) { visit(header.go + line, node); });
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
      // Once the root knows that all have come, it may lay a table out anew. A tree without one costs divisions, which can wait.
      [[maybe_unused]] std::uint32_t parent = 0;
      if constexpr (TreesWithTable<Trees>) {
        parent = header.gather.parent(arrival.slot);
      }
      // A: release, pairs with B.
      arrived(header, arrival.slot).store_release(arrival.episode);
      if constexpr (!TreesWithTable<Trees>) {
        parent = header.gather.parent(arrival.slot);
      }
      waiter.signalled(parent);
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
      // C: release, pairs with D.
      go(header, child).store_release(arrival.episode);
      if (arrival.slot != 0) {
        waiter.signalled(child);
      }
    });
    // Sleepers are woken from here on, not by way of their parents, which may sleep too.
    if (arrival.slot == 0) {
      waiter.signalled_all();
    }
  }

  template <class Visit>
  static void for_each_released(const void* storage, std::uint32_t slot, std::uint32_t threads, const Visit& visit) {
    static_cast<const Header*>(storage)->release.for_each_child_reversed(slot, threads, visit);
  }

 private:
  static std::size_t table_bytes(const Shape& shape) {
    if constexpr (TreesWithTable<Trees>) {
      const std::size_t lines =
          base::divide_rounding_up<std::size_t>(shape.capacity * sizeof(typename Trees::Entry), sizeof(Line));
      return lines * sizeof(Line);
    } else {
      return 0;
    }
  }
  static std::size_t arrival_lines(const Shape& shape) {
    if constexpr (Trees::kArrivals == Words::own_line) {
      return shape.capacity;
    } else {
      return Trees::gather(shape).lines();
    }
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
    if constexpr (TreesWithTable<Trees>) {
      return header.go[header.release.go_line(slot)].words[0];
    } else {
      return header.go[slot].words[0];
    }
  }
};

}  // namespace muster::barriers
