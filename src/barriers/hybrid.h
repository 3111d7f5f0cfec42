// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hybrid barrier: threads that are close meet at their leader; the leaders exchange by n-way dissemination, level by level along the machine, and let theirs go on. In teams
// of up to 16 threads each is its own leader.
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
// Ordering  A tell   store release of a word   pairs with B
//           B hear   await acquire of it
//           Each slot tells after it has heard: members their leader, leaders one another round by round, and leaders their members. So a path leads from every
//           thread to every other.
#pragma once

#include <algorithm>

#include "barriers/barrier.h"
#include "barriers/choose.h"
#include "barriers/leader_table.h"

namespace muster::barriers {

template <platform::Platform P>
class Hybrid {
  using Word = typename P::template Atomic<base::Episode>;

  static constexpr std::uint32_t kWordsALine = base::kCacheLineBytes / sizeof(Word);

  struct alignas(base::kCacheLineBytes) Line {
    Word words[kWordsALine];
  };

  // One of the steps of a slot's exchange: it tells a partner by a word of that one's lines, or hears by a word of its own.
  struct Step {
    std::uint32_t line;
    std::uint16_t word;
    bool tells;
    std::uint32_t partner;
  };

  // Constant after init. The lines of a leader: the arrivals of its members, and one for each round. That of another slot: its go.
  struct alignas(base::kCacheLineBytes) Header {
    std::uint32_t cluster;  // 0: by the size of the team
    std::uint32_t ways;
    std::uint32_t lines_of_leader;
    std::uint32_t first_round[LeaderTable::kLevels];
    LeaderTable table;
    // What a slot does is found once, when the slots are laid out.
    Step* steps;
    std::uint32_t* first_step;  // of each slot, and behind the last one's
    Line* lines;
  };

 public:
  static constexpr Capabilities kCapabilities{.rooted = false, .combines = false};
  static constexpr bool kFollowsPositions = true;

  // As many share a cache on many machines (AMD's core complexes, Arm's clusters), and rounds of four were found best where more do (Gao et al., CLUSTER 2021).
  // A team that is small enough for rounds among all of its threads has none.
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
    auto* const entries = reinterpret_cast<LeaderTable::Entry*>(after_header);
    auto* const header =
        new (storage) Header{.cluster = std::min(shape.fan_in, kWordsALine + 1),
                             .ways = ways_of(shape),
                             .lines_of_leader = lines_of_leader(shape),
                             .first_round = {},
                             .table = {},
                             .steps = reinterpret_cast<Step*>(after_header + bytes_before_steps(shape)),
                             .first_step = reinterpret_cast<std::uint32_t*>(entries + entries_of(shape)),
                             .lines = lines};
    if (shape.positions.known()) {
      lay_out(*header, shape, entries);
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
    const auto take = [&](const Step& step) {
      Word& word = header.lines[step.line].words[step.word];
      if (step.tells) {
        // A: release, pairs with B.
        word.store_release(arrival.episode);
        waiter.signalled(step.partner);
      } else {
        // B: acquire, pairs with A.
        P::await_reached(word, arrival.episode, waiter);
      }
    };
    if (arrival.threads == header.table.slots()) {
      const std::uint32_t end = header.first_step[arrival.slot + 1];
      for (std::uint32_t step = header.first_step[arrival.slot]; step < end; ++step) {
        take(header.steps[step]);
      }
    } else {
      const std::uint32_t cluster = cluster_of(header, arrival.threads);
      for_each_step(header, NumberedLeaders(arrival.threads, cluster, header.lines_of_leader), arrival.slot, take);
    }
  }

 private:
  // The steps of a slot, in their order.
  template <class Leaders, class Take>
  static void for_each_step(const Header& header, const Leaders& leaders, std::uint32_t slot, const Take& take) {
    const std::uint32_t own = leaders.first_line(slot);
    const std::uint32_t leader = leaders.leader(slot);
    const auto word_of = [&](std::uint32_t member) { return static_cast<std::uint16_t>(leaders.word(member)); };
    if (leader != slot) {
      take(Step{.line = leaders.first_line(leader), .word = word_of(slot), .tells = true, .partner = leader});
      take(Step{.line = own, .word = 0, .tells = false, .partner = leader});
      return;
    }
    leaders.for_each_member(slot, [&](std::uint32_t member) {
      take(Step{.line = own, .word = word_of(member), .tells = false, .partner = member});
    });
    leaders.for_each_place(slot, [&](const LeaderTable::Place& place) {
      // Behind the line of the arrivals.
      std::uint32_t line = 1 + header.first_round[place.level];
      for (std::uint64_t distance = 1; distance < place.units; distance *= header.ways, ++line) {
        for_each_step_of_round(header.ways, leaders, slot, place, line, distance, take);
      }
    });
    leaders.for_each_member(slot, [&](std::uint32_t member) {
      take(Step{.line = leaders.first_line(member), .word = 0, .tells = true, .partner = member});
    });
  }

  // `line` counts from the first of any leader.
  template <class Leaders, class Take>
  static void for_each_step_of_round(std::uint32_t ways, const Leaders& leaders, std::uint32_t slot,
                                     const LeaderTable::Place& place, std::uint32_t line, std::uint64_t distance,
                                     const Take& take) {
    std::uint16_t told = 0;
    for (std::uint64_t step = distance; told < ways - 1 && step < place.units; ++told, step += distance) {
      const std::uint64_t ahead = place.unit + step;
      const auto unit = static_cast<std::uint32_t>(ahead < place.units ? ahead : ahead - place.units);
      leaders.for_each_counterpart(place, unit, [&](std::uint32_t partner) {
        take(Step{.line = leaders.first_line(partner) + line, .word = told, .tells = true, .partner = partner});
      });
    }
    for (std::uint16_t way = 0; way < told; ++way) {
      take(Step{.line = leaders.first_line(slot) + line, .word = way, .tells = false, .partner = slot});
    }
  }

  static void lay_out(Header& header, const Shape& shape, LeaderTable::Entry* entries) {
    const std::uint32_t slots = std::min(shape.positions.slots, shape.capacity);
    const auto make = [&](bool by_levels) {
      header.table = LeaderTable::make(
          {entries, std::size_t{slots} + 1}, cluster_of(header, slots), header.lines_of_leader,
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
    std::uint32_t steps = 0;
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      header.first_step[slot] = steps;
      for_each_step(header, header.table, slot, [&](const Step& step) { header.steps[steps++] = step; });
    }
    header.first_step[slots] = steps;
  }

  static std::uint32_t cluster_of(const Header& header, std::uint32_t threads) {
    const std::uint32_t usual = threads <= kLargestDisseminationTeam ? 1 : kDefaultCluster;
    return header.cluster != 0 ? header.cluster : usual;
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

  // Behind the header: entries of the table, first steps, steps. Each word is told by one slot and heard by one: a leader hears once a round and way, and once of each
  // member, which hears once of it.
  static std::size_t entries_of(const Shape& shape) { return std::size_t{shape.capacity} + 1; }
  static std::size_t bytes_before_steps(const Shape& shape) {
    return entries_of(shape) * (sizeof(LeaderTable::Entry) + sizeof(std::uint32_t));
  }
  static std::size_t table_bytes(const Shape& shape) {
    const std::size_t heard = 2 + std::size_t{lines_of_leader(shape) - 1} * (ways_of(shape) - 1);
    const std::size_t bytes = bytes_before_steps(shape) + 2 * heard * shape.capacity * sizeof(Step);
    return base::divide_rounding_up(bytes, sizeof(Line)) * sizeof(Line);
  }
};

}  // namespace muster::barriers
