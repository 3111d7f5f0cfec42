// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams on the host (OpenMP 5.2, 10.2): a league of one team, which is legal for any upper bound of num_teams. The thread that
// meets the construct is the team's initial thread; its ICVs are the initial task's own.
#pragma once

#include "abi/omp/league.h"
#include "teams/teams.h"

namespace muster::abi {

// `thread_limit` is the clause's; 0: none, then what was set for all leagues holds, if anything.
template <class Body>
void run_league(teams::Member& self, std::int32_t thread_limit, const Body& body) {
  const std::int32_t limit = thread_limit > 0 ? thread_limit : teams_thread_limit();
  teams::IcvScope scope;
  scope.enter(self);
  if (limit > 0 && limit < self.icvs->thread_limit) {
    teams::writable_icvs(self).thread_limit = limit;
  }
  body();
  scope.leave(self);
}

}  // namespace muster::abi
