// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hybrid barrier: threads that are close meet at their leader; the leaders exchange by n-way dissemination, level by level along the machine, and let theirs go on.
//
// Source    Rodchenko, Nisbet, Pop, Lujan, Euro-Par 2015 (a hybrid inside cores and between them, for the Xeon Phi); Hoefler et al. 2006 (n-way
//           dissemination); leader_table.h has the levels.
//
//   2 packages x 8, clusters of 4   gather   0<-1,2,3   4<-5,6,7 | 8<-9,10,11   12<-13,14,15     in a cache   0<->4 | 8<->12     between packages   0<->8  4<->12     release
//
// Cost      a gather and a release of `cluster` threads, and between them ceil(log_ways) rounds of the units of each level, all leaders at the same time; no
//           atomic read-modify-write, no root. A border of the machine is crossed once on the longest way, where a tree crosses it twice; as many lines cross it as there are
//           leaders in a unit. Clusters keep these few: dissemination among all threads sends threads times rounds.
//
// Ordering  A arrive   store release of arrived[member]            pairs with B
//           B gather   await acquire of arrived[member]
//           C tell     store release of flag[round][partner][way]  pairs with D
//           D hear     await acquire of flag[round][self][way]
//           E release  store release of go[member]                 pairs with F
//           F leave    await acquire of go[self]
//           B then C, D then C of the next round, and D then E form a path from every thread to every other.
#pragma once

#include <algorithm>

#include "barriers/barrier.h"
#include "barriers/leader_table.h"

namespace muster::barriers {

template <platform::Platform P>
class Hybrid {
  using Word = typename P::template Atomic<base::Episode>;

  static constexpr std::uint32_t kWordsALine = base::kCacheLineBytes / sizeof(Word);

  struct alignas(base::kCacheLineBytes) Line {
    Word words[kWordsALine];
  };

  // Constant after init. The lines of a leader: the arrivals of its members, and one for each round. That of another slot: its go.
  struct alignas(base::kCacheLineBytes) Header {
    std::uint32_t cluster;
    std::uint32_t ways;
    std::uint32_t lines_of_leader;
    std::uint32_t first_round[LeaderTable::kLevels];
    LeaderTable table;
    Line* lines;
  };

 public:
  static constexpr Capabilities kCapabilities{.rooted = false, .combines = false};
  static constexpr bool kFollowsPositions = true;

  // As many share a cache on many machines (AMD's core complexes, Arm's clusters), and rounds of four were found best where more do (Gao et al., CLUSTER 2021).
  static constexpr std::uint32_t kDefaultCluster = 4;
  // More cost 1.3 times as much as a tree where a node serves one request at a time (simulate/README.md).
  static constexpr std::uint32_t kDefaultWays = 2;

  static std::size_t storage_needed(const Shape& shape) {
    const std::size_t lines = std::size_t{shape.capacity} * lines_of_leader(shape) +
                              most_lines_at_borders(shape.nodes, shape.page_bytes / base::kCacheLineBytes);
    return sizeof(Header) + table_bytes(shape) + lines * sizeof(Line);
  }

  static void init(void* storage, const Shape& shape) {
    auto* const after_header = static_cast<std::byte*>(storage) + sizeof(Header);
    auto* const lines = reinterpret_cast<Line*>(barriers::first_line(after_header + table_bytes(shape), shape));
    auto* const header = new (storage) Header{.cluster = cluster_of(shape),
                                              .ways = ways_of(shape),
                                              .lines_of_leader = lines_of_leader(shape),
                                              .first_round = {},
                                              .table = {},
                                              .lines = lines};
    if (shape.positions.known()) {
      lay_out(*header, shape, reinterpret_cast<LeaderTable::Entry*>(after_header));
    }
  }

  // Visits lines and the NUMA nodes on which they should lie; Positions::kNoNode: anywhere.
  template <class Visit>
  static void for_each_home(void* storage, const Visit& visit) {
    const Header& header = *static_cast<const Header*>(storage);
    header.table.for_each_home([&](std::uint32_t first, bool is_leader, std::uint16_t node) {
      for (std::uint32_t line = 0; line < (is_leader ? header.lines_of_leader : 1); ++line) {
        visit(header.lines + first + line, node);
      }
    });
  }

  // A team of another size than was laid out goes by the numbers of its slots.
  template <BarrierWaiter W>
  static void exchange(void* storage, Arrival arrival, W& waiter) {
    const Header& header = *static_cast<const Header*>(storage);
    if (arrival.threads == header.table.slots()) {
      exchange_among(header, header.table, arrival, waiter);
    } else {
      exchange_among(header, NumberedLeaders(arrival.threads, header.cluster, header.lines_of_leader), arrival, waiter);
    }
  }

 private:
  template <class Leaders, BarrierWaiter W>
  static void exchange_among(const Header& header, const Leaders& leaders, Arrival arrival, W& waiter) {
    Line* const own = header.lines + leaders.first_line(arrival.slot);
    if (const std::uint32_t leader = leaders.leader(arrival.slot); leader != arrival.slot) {
      // A: release, pairs with B.
      header.lines[leaders.first_line(leader)].words[leaders.word(arrival.slot)].store_release(arrival.episode);
      waiter.signalled(leader);
      // F: acquire, pairs with E.
      P::await_reached(own->words[0], arrival.episode, waiter);
      return;
    }
    leaders.for_each_member(arrival.slot, [&](std::uint32_t member) {
      // B: acquire, pairs with A.
      P::await_reached(own->words[leaders.word(member)], arrival.episode, waiter);
    });
    for (std::uint32_t level = 0; level < leaders.levels(); ++level) {
      exchange_level(header, leaders, arrival, waiter, level);
    }
    leaders.for_each_member(arrival.slot, [&](std::uint32_t member) {
      // E: release, pairs with F.
      header.lines[leaders.first_line(member)].words[0].store_release(arrival.episode);
      waiter.signalled(member);
    });
  }

  template <class Leaders, BarrierWaiter W>
  static void exchange_level(const Header& header, const Leaders& leaders, Arrival arrival, W& waiter,
                             std::uint32_t level) {
    const LeaderTable::Place place = leaders.place(arrival.slot, level);
    // Behind the line of the arrivals.
    std::uint32_t line = 1 + header.first_round[level];
    for (std::uint64_t distance = 1; distance < place.units; distance *= header.ways, ++line) {
      std::uint32_t told = 0;
      for (std::uint64_t step = distance; told < header.ways - 1 && step < place.units; ++told, step += distance) {
        const auto unit = static_cast<std::uint32_t>((place.unit + step) % place.units);
        leaders.for_each_counterpart(arrival.slot, level, place, unit, [&](std::uint32_t partner) {
          // C: release, pairs with D.
          header.lines[leaders.first_line(partner) + line].words[told].store_release(arrival.episode);
          waiter.signalled(partner);
        });
      }
      const Line& heard = header.lines[leaders.first_line(arrival.slot) + line];
      for (std::uint32_t way = 0; way < told; ++way) {
        // D: acquire, pairs with C.
        P::await_reached(heard.words[way], arrival.episode, waiter);
      }
    }
  }

  static void lay_out(Header& header, const Shape& shape, LeaderTable::Entry* entries) {
    const std::uint32_t slots = std::min(shape.positions.slots, shape.capacity);
    const auto make = [&](bool by_levels) {
      header.table = LeaderTable::make(
          {entries, std::size_t{slots} + 1}, header.cluster, header.lines_of_leader,
          [&](std::uint32_t slot) {
            return by_levels ? shape.positions.of(shape.positions.context, slot) : Position{};
          },
          homes_of(shape));
      std::uint32_t rounds = 0;
      for (std::uint32_t level = 0; level < LeaderTable::kLevels; ++level) {
        header.first_round[level] = rounds;
        rounds += rounds_of(header.table.most_units(level), header.ways);
      }
      return rounds;
    };
    // On a machine whose groups differ very much in size, all are taken for one.
    if (make(true) > header.lines_of_leader - 1) {
      make(false);
    }
  }

  static std::uint32_t cluster_of(const Shape& shape) {
    return shape.fan_in != 0 ? std::clamp(shape.fan_in, 1U, kWordsALine + 1) : kDefaultCluster;
  }
  static std::uint32_t ways_of(const Shape& shape) {
    return shape.fan_out >= 2 ? std::min(shape.fan_out, kWordsALine + 1) : kDefaultWays;
  }
  static std::uint32_t rounds_of(std::uint32_t units, std::uint32_t ways) {
    std::uint32_t count = 0;
    for (std::uint64_t reach = 1; reach < units; reach *= ways) {
      ++count;
    }
    return count;
  }
  // Rounds of each level are rounded up.
  static std::uint32_t lines_of_leader(const Shape& shape) {
    return 1 + rounds_of(shape.capacity, ways_of(shape)) + LeaderTable::kLevels - 1;
  }
  static std::size_t table_bytes(const Shape& shape) {
    const std::size_t bytes = (std::size_t{shape.capacity} + 1) * sizeof(LeaderTable::Entry);
    return base::divide_rounding_up(bytes, sizeof(Line)) * sizeof(Line);
  }
};

}  // namespace muster::barriers
