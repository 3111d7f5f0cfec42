// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/reduction.h"

#include "teams/barrier.h"

namespace muster::teams {
namespace {

struct Gathering {
  const Team* team;
  CombineData combine;
};

void combine_members(void* context, std::uint32_t into, std::uint32_t from) {
  const Gathering& gathering = *static_cast<const Gathering*>(context);
  // Ordered by the gather: `from` has arrived.
  gathering.combine(gathering.team->member(into).reduction_data, gathering.team->member(from).reduction_data);
}

}  // namespace

bool can_gather_reduction(const Member& self) {
  const BarrierInUse& barrier = self.team->header.barriers.reduction;
  return barrier.gather != nullptr && barrier.gather->capabilities.combines;
}

void gather_reduction(Member& self, void* data, CombineData combine) {
  self.reduction_data = data;
  const BarrierInUse& barrier = self.team->header.barriers.reduction;
  Gathering gathering{self.team, combine};
  const barriers::Arrival arrival{self.slot, self.team_size, tasks::begin_episode(self)};
  barrier.gather->gather(barrier.gather_storage, arrival, self.barrier_waiter,
                         barriers::Combiner{&combine_members, &gathering});
}

void release_reduction(Member& self) {
  const BarrierInUse& barrier = self.team->header.barriers.reduction;
  const barriers::Arrival arrival{self.slot, self.team_size, self.barrier_episode};
  barrier.releasing()->release(barrier.releasing_storage(), arrival, self.barrier_waiter);
  // Both together are a barrier.
  tasks::await_tasks(self);
}

}  // namespace muster::teams
