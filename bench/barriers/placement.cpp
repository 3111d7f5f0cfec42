// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "placement.h"

#include "settings/settings.h"

namespace muster::bench {

Cores::Cores() : storage_(topology::kMaxCpus) {
  machine_ = topology::read_machine("", topology::affinity_mask(), storage_);
  char variable[] = "OMP_PLACES=cores";
  char* environment[] = {variable, nullptr};
  std::vector<char> texts(settings::kTextBytes);
  const settings::DiagnosticSink nobody{[](void*, const char*, std::size_t) {}, nullptr};
  settings::Settings settings;
  settings::load(settings, environment, false, texts, nobody);
  places_.resize(machine_.cpu_count());
  std::vector<std::uint16_t> order(machine_.cpu_count());
  std::vector<std::uint64_t> scratch(machine_.cpu_count());
  plan_ = affinity::make_plan(settings, machine_, {places_, order, scratch}, nobody);
  positions_.resize(plan_.places.size());
  affinity::locate(plan_.places, machine_, positions_);
}

affinity::LocatedTeam Cores::team(affinity::Policy policy, std::uint32_t threads) const {
  affinity::LocatedTeam team;
  team.binding = {policy, 0, {0, static_cast<std::uint16_t>(count())}};
  team.size = threads;
  team.list = plan_.list;
  team.places = positions_;
  return team;
}

std::vector<topology::CpuSet> Cores::places_of(const affinity::LocatedTeam& team) const {
  std::vector<topology::CpuSet> places(team.size);
  for (std::uint32_t slot = 0; slot < team.size; ++slot) {
    places[slot] = plan_.places[team.place_of(slot)];
  }
  return places;
}

}  // namespace muster::bench
