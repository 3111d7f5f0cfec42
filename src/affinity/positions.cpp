// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/positions.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace muster::affinity {
namespace {

using barriers::Placement;
using barriers::Position;
using barriers::Positions;
using topology::CpuSet;
using topology::Level;
using topology::Machine;

// As they nest: a NUMA node may span packages.
struct Rings {
  Level levels[Position::kLevels] = {Level::kLastLevelCache, Level::kNumaNode, Level::kPackage};

  explicit Rings(const Machine& machine) {
    if (machine.rank(levels[1]) > machine.rank(levels[2])) {
      std::swap(levels[1], levels[2]);
    }
  }
};

Position position_of(const CpuSet& place, const Machine& machine, const Rings& rings) {
  Position position;
  bool is_first = true;
  for (std::uint32_t os_cpu = place.next(0); os_cpu < topology::kMaxCpus; os_cpu = place.next(os_cpu + 1)) {
    const std::optional<std::uint32_t> cpu = machine.index_of(os_cpu);
    if (!cpu.has_value()) {
      return Position{};
    }
    for (std::uint32_t level = 0; level < Position::kLevels; ++level) {
      const auto group = static_cast<std::uint16_t>(machine.group(*cpu, rings.levels[level]));
      if (is_first) {
        position.groups[level] = group;
      } else if (position.groups[level] != group) {
        position.groups[level] = Position::kUnknown;
      }
    }
    is_first = false;
  }
  return position;
}

std::uint16_t node_of(const CpuSet& place, const Machine& machine) {
  std::uint16_t node = Positions::kNoNode;
  for (std::uint32_t os_cpu = place.next(0); os_cpu < topology::kMaxCpus; os_cpu = place.next(os_cpu + 1)) {
    const std::optional<std::uint32_t> cpu = machine.index_of(os_cpu);
    const std::uint16_t its_node = cpu.has_value() ? machine.os_node(*cpu) : topology::kNoNode;
    if (its_node == topology::kNoNode || (node != Positions::kNoNode && its_node != node)) {
      return Positions::kNoNode;
    }
    node = its_node;
  }
  return node;
}

}  // namespace

void locate(std::span<const CpuSet> places, const Machine& machine, std::span<Position> positions) {
  const Rings rings(machine);
  for (std::size_t place = 0; place < places.size(); ++place) {
    positions[place] = position_of(places[place], machine, rings);
  }
}

std::uint32_t locate_nodes(std::span<const CpuSet> places, const Machine& machine, std::span<std::uint16_t> nodes) {
  CpuSet seen;
  for (std::size_t place = 0; place < places.size(); ++place) {
    nodes[place] = node_of(places[place], machine);
    if (nodes[place] != Positions::kNoNode) {
      seen.add(nodes[place]);
    }
  }
  return seen.count();
}

std::uint16_t LocatedTeam::place_of(std::uint32_t slot) const {
  const std::uint32_t number = number_of_slot(binding, size, slot);
  const std::uint32_t in_process =
      binding.policy == Policy::by_number && number_in_process != nullptr ? number_in_process(context, slot) : number;
  return assign(binding, {size, number, in_process}, list).place;
}

Position LocatedTeam::of(std::uint32_t slot) const {
  const std::uint16_t place = place_of(slot);
  return place < places.size() ? places[place] : Position{};
}

std::uint16_t LocatedTeam::node_of(std::uint32_t slot) const {
  const std::uint16_t place = place_of(slot);
  return place < nodes.size() ? nodes[place] : Positions::kNoNode;
}

Positions LocatedTeam::positions() const {
  if (!is_bound()) {
    return {};
  }
  Positions positions;
  positions.of = [](const void* team, std::uint32_t slot) { return static_cast<const LocatedTeam*>(team)->of(slot); };
  if (!nodes.empty()) {
    positions.node_of = [](const void* team, std::uint32_t slot) {
      return static_cast<const LocatedTeam*>(team)->node_of(slot);
    };
  }
  positions.context = this;
  positions.slots = size;
  return positions;
}

Placement LocatedTeam::placement() const {
  if (!is_bound() || size < 2) {
    return Placement::unbound;
  }
  const Position first = of(0);
  if (first.groups[0] == Position::kUnknown) {
    return Placement::unbound;
  }
  switch (binding.policy) {
    case Policy::primary:
    case Policy::close: return Placement::close;
    case Policy::spread: {
      const bool fills_places = size >= binding.partition.count;
      const bool is_in_one_cache = std::all_of(places.begin() + binding.partition.first,
                                               places.begin() + binding.partition.first + binding.partition.count,
                                               [&](const Position& position) { return position == first; });
      return fills_places || is_in_one_cache ? Placement::close : Placement::spread;
    }
    default: return of(1) == first ? Placement::close : Placement::spread;
  }
}

std::array<std::uint32_t, Position::kLevels> LocatedTeam::groups_used() const {
  // There are fewer groups than CPUs.
  CpuSet seen[Position::kLevels];
  for (std::uint32_t slot = 0; slot < telling_slots(binding, size, 1) && is_bound(); ++slot) {
    const Position position = of(slot);
    for (std::uint32_t level = 0; level < Position::kLevels; ++level) {
      seen[level].add(position.groups[level]);
    }
  }
  static_assert(Position::kUnknown >= topology::kMaxCpus);
  return {seen[0].count(), seen[1].count(), seen[2].count()};
}

}  // namespace muster::affinity
