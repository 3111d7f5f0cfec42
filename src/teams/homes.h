// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The NUMA nodes on which the memory of a team's threads lies: each thread's go line and member, and the lines of the barrier that goes
// along the machine. The primary thread makes all of it, so it would lie on the primary's node, and each line that two threads of another
// node exchange would ask that node first.
//
// Source    Gao et al., CLUSTER 2021 (NUMA-aware wake-up); simulate/README.md has what it is worth.
//
// Only teams that are bound have homes, and only on machines of several nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "affinity/affinity.h"
#include "teams/team.h"

namespace muster::teams {

// Pages from `begin` to `end`, as numbers.
struct Pages {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};
// Those that are nearer to a range of memory than to what is around it: ranges side by side share no page, and leave none out.
constexpr Pages pages_of(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t page_bytes) {
  return {(begin + page_bytes / 2) / page_bytes, (end + page_bytes / 2) / page_bytes};
}

// A team whose binding changes again and again stays where it was then: to move would cost more than the distance.
inline constexpr std::uint32_t kMostMovesHome = 8;

// Moves the memory of the team's first threads, of which there are as many as the team has located, to the nodes where they are bound.
// Between regions only. It takes a system call for 64 pages.
void settle(Team& team, const affinity::LocatedTeam& located);

// Pages of such memory, and how many of them lie where they should.
struct Settled {
  std::uint32_t pages = 0;
  std::uint32_t at_home = 0;
};
// As settle() would have it. Between regions only.
Settled look_at_homes(Team& team, const affinity::LocatedTeam& located);

}  // namespace muster::teams
