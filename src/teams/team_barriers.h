// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which barriers a team uses: the choice (barriers/choose.h) for its size and what was seen of it, with memory.
#pragma once

#include <cstdint>

#include "teams/homes.h"
#include "teams/team.h"

namespace muster::teams {

// Makes team.header.barriers those of a region of `size` threads, at least 2, bound as team.header.binding says. Between regions only.
// A size and binding that the team had lately cost a comparison for each that is kept; memory is taken for an algorithm that the team did not use before, and without
// memory the team goes by the central barrier, which needs none.
void use_barriers_for(Team& team, std::uint32_t size);

// What became of the memory of the team that this thread forked last. To be called by this thread, outside of that team's regions.
Settled look_at_homes(Member& self);

// The barriers inside regions forget the arrivals. Between regions only.
void start_barriers_anew(Team& team);

// Whether the team was seen to share its CPUs lately. Between regions only; costs two loads when nothing happened.
inline bool is_disturbed(Team& team) {
  // As long as that after the last disturbance: changing costs a line transfer a thread, not changing about a switch.
  constexpr base::Episode kRegions = 64;
  const std::uint32_t seen = team.idle.disturbances.load_relaxed() + team.in_region.disturbances.load_relaxed();
  if (seen != team.primary.disturbances) [[unlikely]] {
    team.primary.disturbances = seen;
    team.primary.disturbed_until = team.primary.region + kRegions;
  }
  return team.primary.region < team.primary.disturbed_until;
}

}  // namespace muster::teams
