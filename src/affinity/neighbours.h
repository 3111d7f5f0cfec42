// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other processes of this machine that are bound: which CPUs this process takes, and in which order it goes through its places so that it
// leaves theirs to them. Pure: they are found out elsewhere (runtime/neighbours.h).
#pragma once

#include <cstdint>
#include <span>

#include "affinity/plan.h"
#include "barriers/barriers.h"
#include "settings/settings.h"
#include "topology/topology.h"

namespace muster::affinity {

// Whether it is left to the runtime where threads are bound: OMP_PROC_BIND=true, and no variable names places, CPUs or a policy.
bool may_choose_places(const settings::Settings& settings);

// What the first thread's teams take: one of the size, and inside of it those of the inner levels that OMP_NUM_THREADS names.
struct Taken {
  topology::CpuSet cpus;
  std::uint32_t places = 0;
};
Taken taken_by_teams(const Plan& plan, const settings::Icvs& icvs, std::uint32_t team_size);

// Counts a process that is bound to these CPUs at each place of which it has any: a process on one hardware thread of a core uses the core.
// `users` has one number for each place.
void count_user(std::span<const topology::CpuSet> places, const topology::CpuSet& cpus, std::span<std::uint16_t> users);

// In which order the list should have its places for teams that take so many of them from the first on. `order` has room for all of them;
// false: as they are, and what is in it does not count.
//
//   all are taken                            as they are
//   nobody else uses those that are taken    as they are
//   else                                     the places with the fewest users first, then the others round the list
//
// Where places have equally many users and not all are needed, it takes the run in the fewest packages, NUMA nodes and caches, then the one
// with the fewest gaps, then the first.
bool order_places(std::span<const std::uint16_t> users, std::span<const barriers::Position> positions,
                  std::uint32_t taken, std::span<std::uint16_t> order);

// A list of places, and what is known of each.
struct PlaceList {
  std::span<topology::CpuSet> places;
  std::span<barriers::Position> positions;
  std::span<std::uint16_t> nodes;
};
// Puts them into the order, which is used up.
void put_in_order(std::span<std::uint16_t> order, const PlaceList& list);

}  // namespace muster::affinity
