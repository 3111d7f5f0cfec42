// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier of a team: the algorithm of its choice with the thread's way of waiting.
#pragma once

#include "teams/team.h"

namespace muster::teams {

// The exchange alone where the algorithm gathers and releases. Apart from exchange(), as it needs a larger stack frame.
void gather_and_release(const BarrierInUse& plain, barriers::Arrival arrival, TeamWaiter& waiter);

// The exchange alone, by the given way of waiting.
inline void exchange(Member& self, TeamWaiter& waiter) {
  const BarrierInUse& plain = self.team->header.barriers.plain;
  const barriers::Arrival arrival{self.slot, self.team_size, tasks::begin_episode(self)};
  if (plain.release == nullptr) [[likely]] {
    plain.gather->exchange(plain.gather_storage, arrival, waiter);
  } else {
    gather_and_release(plain, arrival, waiter);
  }
}

// barrier() in a team of more than one thread.
void barrier_of_several(Member& self);

// OpenMP 5.2, 15.3. All members of the team must call it. A thread that waits runs tasks; when all have come, they see to it together
// that none is left.
inline void barrier(Member& self) {
  if (self.team_size == 1) {
    tasks::await_own_tasks(self);
    return;
  }
  barrier_of_several(self);
}

// Directly behind a barrier, for a construct's own sake. A thread that waits here runs no tasks, so none of those that others make when they have passed: these
// may count on what every member has done before.
inline void barrier_without_tasks(Member& self) {
  if (self.team_size > 1) {
    const events::AwaitingTeam awaiting;
    exchange(self, tasks::waiter_of(self));
    tasks::await_tasks(self);
  }
}

}  // namespace muster::teams
