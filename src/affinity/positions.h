// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where places, and the threads of a team that is bound to them, are on the machine: what barriers that go along it follow, and by
// which a profile tells placements apart. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "affinity/assign.h"
#include "barriers/barriers.h"
#include "topology/topology.h"

namespace muster::affinity {

// One for each place; `positions` has room for them. A place with CPUs in several groups of a level, or that the machine does not
// have, has no known group there.
void locate(std::span<const topology::CpuSet> places, const topology::Machine& machine,
            std::span<barriers::Position> positions);

// The NUMA node of each place, by the system's number; Positions::kNoNode where its CPUs are on several or on none. Returns how many nodes
// there are among them.
std::uint32_t locate_nodes(std::span<const topology::CpuSet> places, const topology::Machine& machine,
                           std::span<std::uint16_t> nodes);

// The same lists seen by a team.
struct LocatedTeam {
  TeamBinding binding;
  std::uint32_t size = 1;
  ListShape list;
  std::span<const barriers::Position> places;  // by number; empty: nothing is bound, or nobody knows the machine
  std::span<const std::uint16_t> nodes;        // by number; empty: nobody wants to know
  // The number of the thread in a slot, for Policy::by_number.
  std::uint32_t (*number_in_process)(const void* context, std::uint32_t slot) = nullptr;
  const void* context = nullptr;

  bool is_bound() const { return binding.policy != Policy::none && !places.empty(); }
  // The place of the thread in a slot of a team that is bound.
  std::uint16_t place_of(std::uint32_t slot) const;
  barriers::Position of(std::uint32_t slot) const;
  std::uint16_t node_of(std::uint32_t slot) const;
  // For Shape: `this` must live until the barrier is laid out. Not known for a team that is not bound.
  barriers::Positions positions() const;
  // What a profile knows the team's placement by. A spread that fills every place, or one cache, is that of close; a policy that is
  // neither counts by whether its first two threads share a cache; threads on places with several caches are as if not bound.
  barriers::Placement placement() const;
  // How many groups of each level its threads are in, those that are not known left out.
  std::array<std::uint32_t, barriers::Position::kLevels> groups_used() const;
};

}  // namespace muster::affinity
