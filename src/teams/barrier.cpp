// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/barrier.h"

namespace muster::teams {

void gather_and_release(const BarrierInUse& plain, barriers::Arrival arrival, TeamWaiter& waiter) {
  plain.gather->gather(plain.gather_storage, arrival, waiter, barriers::Combiner{});
  plain.release->release(plain.release_storage, arrival, waiter);
}

void barrier_of_several(Member& self) {
  exchange(self, self.barrier_waiter);
  tasks::await_tasks(self);
}

}  // namespace muster::teams
