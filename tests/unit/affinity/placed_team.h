// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams bound to places of a machine that is a text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "affinity/affinity.h"

namespace muster::testing {

// Places of so many neighbouring CPUs each. Not empty.
class Places {
 public:
  Places(std::string_view machine_text, std::uint32_t cpus_each) {
    std::vector<topology::MachineCpu> storage(256);
    const topology::Machine machine = topology::parse_machine(machine_text, storage).machine;
    std::vector<topology::CpuSet> places(machine.cpu_count() / cpus_each);
    for (std::uint32_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
      places.at(cpu / cpus_each).add(cpu);
    }
    positions_.resize(places.size());
    affinity::locate(places, machine, positions_);
    nodes_.resize(places.size());
    node_count_ = affinity::locate_nodes(places, machine, nodes_);
  }

  const std::vector<barriers::Position>& positions() const { return positions_; }
  const std::vector<std::uint16_t>& nodes() const { return nodes_; }
  std::uint32_t node_count() const { return node_count_; }
  std::uint16_t count() const { return static_cast<std::uint16_t>(positions_.size()); }

 private:
  std::vector<barriers::Position> positions_;
  std::vector<std::uint16_t> nodes_;
  std::uint32_t node_count_ = 0;
};

// Refers to the places.
class PlacedTeam {
 public:
  PlacedTeam(const Places& places, affinity::Policy policy, std::uint32_t size, std::uint16_t primary = 0) {
    located_.binding = {policy, primary, {0, places.count()}};
    located_.size = size;
    located_.list.places = places.count();
    located_.places = places.positions();
    located_.nodes = places.nodes();
  }

  affinity::LocatedTeam& located() { return located_; }
  const affinity::LocatedTeam& located() const { return located_; }

 private:
  affinity::LocatedTeam located_;
};

}  // namespace muster::testing
