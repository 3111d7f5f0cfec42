// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape: what an algorithm is told about the team before its first episode. Read by init() and kept in the storage.
#pragma once

#include <array>
#include <cstdint>

namespace muster::barriers {

struct Shape {
  // The machine as seen from the team: how many neighbouring slots share a last-level cache, how many of such groups a NUMA
  // node, how many nodes a package. 0: not known, or no such level.
  static constexpr std::uint32_t kTopologyLevels = 3;

  std::uint32_t capacity = 1;  // threads of the largest team that will use the storage
  // Threads that meet in one step; 0: what the algorithm's header says is its default. An algorithm without steps ignores it.
  std::uint32_t fan_in = 0;
  std::uint32_t fan_out = 0;
  std::array<std::uint32_t, kTopologyLevels> topology = {};
};

}  // namespace muster::barriers
