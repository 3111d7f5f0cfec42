// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initial teams inside of other teams (OpenMP 5.2, 2.2 and 10.2): what a target region on the host and each team of a league
// run in. The thread that enters is the only member; to it, everything outside is gone until it leaves: level and thread number
// are 0, and regions that it forks are a contention group of their own.
//
// The team stays with the member that enters, for the next time: a target region in a loop makes no threads anew.
#pragma once

#include <cstdint>

#include "teams/team.h"

namespace muster::teams {

struct InitialTask {
  const settings::Icvs* icvs;     // what the initial task starts with
  std::int32_t thread_limit = 0;  // of the clause; 0: none
  LeaguePlace place;
  // Threads that its regions may have at most, whatever omp_get_thread_limit() tells; 0: as many as the limit says.
  std::int32_t share = 0;
  // Where the league's teams are run by threads of a region of its own: the member that met the construct. Null: the member that enters.
  Member* encountering = nullptr;
};

// The calling thread acts as the returned member until leave_initial_team. Ends the program with a message when there is no
// memory.
Member& enter_initial_team(Member& outer, const InitialTask& task);
// Waits for the tasks of the region.
void leave_initial_team(Member& inner);

// The initial team that the member's team is nested in, or is.
inline const Team& initial_team_of(const Member& member) {
  const Team* team = member.team;
  while (team->header.parent != nullptr) {
    team = team->header.parent->team;
  }
  return *team;
}

// What the thread_limit clause does to an initial task (OpenMP 5.2, 2.4); 0 and more than there is already do nothing.
inline void lower_thread_limit(Member& member, std::int32_t limit) {
  if (limit > 0 && limit < member.icvs->thread_limit) {
    settings::set_thread_limit(writable_icvs(member), limit);
  }
}

}  // namespace muster::teams
