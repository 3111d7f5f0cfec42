// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape: what an algorithm is told about the team before its first episode. Read by init() and kept in the storage.
#pragma once

#include <array>
#include <cstdint>

namespace muster::barriers {

// Where a thread is: its last-level cache, its NUMA node and its package, innermost first, by numbers that only have to differ.
struct Position {
  static constexpr std::uint32_t kLevels = 3;
  // The thread may run in several groups of the level.
  static constexpr std::uint16_t kUnknown = 0xffff;

  std::array<std::uint16_t, kLevels> groups = {kUnknown, kUnknown, kUnknown};

  // Whether both are in one group of the level, which is one of the same groups outside of it; of level kLevels, the machine, all are.
  constexpr bool shares(const Position& other, std::uint32_t level) const {
    for (std::uint32_t outer = level; outer < kLevels; ++outer) {
      if (groups[outer] != other.groups[outer]) {
        return false;
      }
    }
    return true;
  }

  friend constexpr bool operator==(const Position&, const Position&) = default;
};

// Where the threads of a team are. No function: that is not known.
struct Positions {
  static constexpr std::uint16_t kNoNode = 0xffff;

  Position (*of)(const void* context, std::uint32_t slot) = nullptr;
  // The NUMA node of a slot by the system's number; kNoNode: nobody knows, or it may be on several. Null: the same for all.
  std::uint16_t (*node_of)(const void* context, std::uint32_t slot) = nullptr;
  const void* context = nullptr;
  std::uint32_t slots = 0;  // that have one: those of the largest team until init() is told others

  constexpr bool known() const { return of != nullptr; }
};

struct Shape {
  // The machine as seen from the team: how many neighbouring slots share a last-level cache, how many of such groups a NUMA
  // node, how many nodes a package. 0: not known, or no such level.
  static constexpr std::uint32_t kTopologyLevels = Position::kLevels;

  std::uint32_t capacity = 1;  // threads of the largest team that will use the storage
  // Threads that meet in one step; 0: what the algorithm's header says is its default. An algorithm without steps ignores it.
  std::uint32_t fan_in = 0;
  std::uint32_t fan_out = 0;
  std::array<std::uint32_t, kTopologyLevels> topology = {};
  // What an algorithm that goes along the machine follows instead of `topology`. Asked in init() only.
  Positions positions = {};
  // positions.node_of speaks of no more nodes than that. The lines of slots on different ones share no page then, so that each can lie on the
  // node of the threads that use it. 1: lines need no pages of their own.
  std::uint32_t nodes = 1;
  std::uint32_t page_bytes = 4096;
};

}  // namespace muster::barriers
