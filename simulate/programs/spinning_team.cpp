// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/spinning_team.h"

#include <stdexcept>

namespace muster::simulate {
namespace {

// Nobody sleeps, but a thread that tells another looks whether it does.
waiting::Roster<Simulated>& make_roster(Simulation& simulation, std::uint32_t threads) {
  Arena& arena = simulation.arena();
  auto* const presences = arena.make_array<waiting::Presence<Simulated>>(threads);
  auto* const entries = arena.make_array<waiting::Roster<Simulated>::Entry>(threads);
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    entries[slot].store_relaxed(&presences[slot]);
  }
  auto& roster = arena.make<waiting::Roster<Simulated>>();
  roster.table.store_relaxed(entries);
  roster.threads.store_relaxed(threads);
  return roster;
}

}  // namespace

const SpinningRow& find_row(const std::string& name) {
  const SpinningRow* const row = barriers::find<Simulated, SpinningIdle>(name);
  if (row == nullptr) {
    throw std::invalid_argument("no barrier algorithm is called " + name);
  }
  return *row;
}

Sleepers make_sleepers(Simulation& simulation, std::uint32_t threads) {
  return {simulation.arena().make_array<waiting::Parker<Simulated>>(threads), threads, 0};
}

SpinningBarrier::SpinningBarrier(const SpinningRow& row, const Course& course)
    : simulation(*course.machine, course.seed),
      cpus(cpus_of_team(course)),
      storage(make_barrier(simulation, row, course, cpus)),
      sleepers(make_sleepers(simulation, course.threads)) {}

SpinningTeam& make_team(Simulation& simulation, const SpinningRow& row, const Course& course,
                        const std::vector<std::uint32_t>& cpus) {
  Arena& arena = simulation.arena();
  auto& team = arena.make<SpinningTeam>();
  team.course = &course;
  team.row = &row;
  team.storage = make_barrier(simulation, row, course, cpus);
  team.members = arena.make_array<SpinningMember>(cpus.size());
  team.idle = &arena.make<waiting::Gauge<Simulated>>();
  const auto threads = static_cast<std::uint32_t>(cpus.size());
  team.roster = &make_roster(simulation, threads);
  team.sleepers = &arena.make<Sleepers>(make_sleepers(simulation, threads));
  team.tells_all = root_tells_all(row, team.storage, threads);
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    team.members[slot].team = &team;
    team.members[slot].slot = slot;
    team.members[slot].idle_gauge = team.idle;
    if (has_homes(course)) {
      simulation.place(&team.members[slot], sizeof(SpinningMember), cpus[slot]);
    }
  }
  return team;
}

}  // namespace muster::simulate
