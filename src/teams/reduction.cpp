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

// Each thread's data stand for what was done before they were given to the next thread.
void combine_members_told(void* context, std::uint32_t into, std::uint32_t from) {
  const Team& team = *static_cast<const Gathering*>(context)->team;
  events::emit(events::HappensAfter{&team.member(from).reduction_data});
  combine_members(context, into, from);
  events::emit(events::HappensBefore{&team.member(into).reduction_data});
}

void gather(Member& self, CombineData combine, decltype(barriers::Combiner::combine) members) {
  const BarrierInUse& barrier = self.team->header.barriers.reduction;
  Gathering gathering{self.team, combine};
  const barriers::Arrival arrival{self.slot, self.team_size, tasks::begin_episode(self)};
  barrier.gather->gather(barrier.gather_storage, arrival, self.barrier_waiter, barriers::Combiner{members, &gathering});
}

MUSTER_OUT_OF_LINE void gather_told(Member& self, CombineData combine) {
  events::emit(events::HappensBefore{&self.reduction_data});
  const events::AwaitingTeam awaiting;
  gather(self, combine, &combine_members_told);
}

}  // namespace

bool can_gather_reduction(const Member& self) {
  const BarrierInUse& barrier = self.team->header.barriers.reduction;
  return barrier.gather != nullptr && barrier.gather->capabilities.combines;
}

void gather_reduction(Member& self, void* data, CombineData combine) {
  self.reduction_data = data;
  if (events::listening) [[unlikely]] {
    return gather_told(self, combine);
  }
  gather(self, combine, &combine_members);
}

void release_reduction(Member& self) {
  const BarrierInUse& barrier = self.team->header.barriers.reduction;
  const barriers::Arrival arrival{self.slot, self.team_size, self.barrier_episode};
  barrier.releasing()->release(barrier.releasing_storage(), arrival, self.barrier_waiter);
  // Both together are a barrier.
  tasks::await_tasks(self);
}

}  // namespace muster::teams
