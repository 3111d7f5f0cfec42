// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier of a team: the algorithm of its choice with the thread's way of waiting.
#pragma once

#include "teams/team.h"

namespace muster::teams {

// OpenMP 5.2, 15.3. All members of the team must call it. Tasks have run when they were met; each thread waits for the events
// of those that it ran itself, so that all are complete when all have come.
inline void barrier(Member& self) {
  tasks::await_all(self.tasks);
  if (self.team_size == 1) {
    return;
  }
  const BarrierInUse& plain = self.team->header.barriers.plain;
  const barriers::Arrival arrival{self.number, self.team_size, ++self.barrier_episode};
  if (plain.release == nullptr) [[likely]] {
    plain.gather->exchange(plain.gather_storage, arrival, self.waiter);
    return;
  }
  plain.gather->gather(plain.gather_storage, arrival, self.waiter, barriers::Combiner{});
  plain.release->release(plain.release_storage, arrival, self.waiter);
}

}  // namespace muster::teams
