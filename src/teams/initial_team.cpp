// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/initial_team.h"

#include "teams/barrier.h"
#include "teams/binding.h"
#include "teams/conditions.h"
#include "teams/current.h"
#include "teams/grow.h"

namespace muster::teams {

Member& enter_initial_team(Member& outer, const InitialTask& task) {
  if (outer.nested_initial == nullptr) {
    outer.nested_initial = make_initial_team(*outer.thread);
  }
  Team& team = *outer.nested_initial;
  Member& member = team.first;
  // Another thread may sit in the outer seat now.
  if (member.thread != outer.thread) {
    occupy(member, *outer.thread);
  }
  team.resting = &outer;
  team.place = task.place;
  *member.own_icvs = *task.icvs;
  member.icvs = member.own_icvs;
  if (member.on_demand->default_allocator.handle != 0) {
    member.on_demand->default_allocator = {};
  }
  lower_thread_limit(member, task.thread_limit);
  const std::int32_t limit = settings::thread_limit_of(*member.icvs);
  lower_thread_limit(member, task.share);
  if (member.icvs->thread_limit != limit) {
    member.own_icvs->limit_told = limit;
  }
  if (conditions.binding.binds()) {
    bind_initial_team(outer, member, task);
  }
  current_member = &member;
  return member;
}

void leave_initial_team(Member& inner) {
  barrier(inner);
  current_member = inner.team->resting;
  if (conditions.binding.binds()) {
    bind_again(*current_member);
  }
}

}  // namespace muster::teams
