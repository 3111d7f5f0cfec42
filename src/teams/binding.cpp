// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/binding.h"

#include "teams/conditions.h"
#include "teams/current.h"

namespace muster::teams {
namespace {

using affinity::Assignment;
using affinity::kNoPlace;
using affinity::Policy;
using settings::ProcBind;

// GCC passes flags of which these are the clause; Clang passes nothing else.
constexpr std::uint8_t kClauseBits = 7;

void move_to(Member& member, std::uint16_t place) {
  threads::Thread& thread = *member.thread;
  if (thread.place == place) {
    return;
  }
  // Noted even if the system refuses (the place's CPUs may have been taken away): asking again each time would not help.
  thread.place = place;
  if (thread.birth.place != place) {
    topology::bind_caller(conditions.binding.places[place]);
  }
  thread.birth = {};
  if (conditions.binding.verbose && conditions.show_binding != nullptr) {
    conditions.show_binding(member);
  }
}

struct Standing {
  std::uint32_t number;
  Assignment to;
};

Standing standing_of(const Member& member, const affinity::TeamBinding& binding, std::uint32_t team_size,
                     const threads::Thread& thread) {
  const std::uint32_t number = affinity::number_of_slot(binding, team_size, member.slot);
  const auto number_in_process = static_cast<std::uint32_t>(thread.number);
  return {number, affinity::assign(binding, {team_size, number, number_in_process}, conditions.binding.list)};
}

// And the number that goes with it.
void take_place(Member& self) {
  const affinity::TeamBinding& binding = self.team->header.binding;
  Member::Assigned& assigned = self.assigned;
  if (assigned.team_size != self.team_size || assigned.thread != self.thread || assigned.by != binding) {
    assigned.by = binding;
    assigned.team_size = self.team_size;
    assigned.thread = self.thread;
    const Standing standing = standing_of(self, binding, self.team_size, *self.thread);
    self.number = standing.number;
    assigned.to = standing.to;
  }
  move_to(self, assigned.to.place);
}

void assign_outside_of_team(Member& initial, const Assignment& assignment) {
  initial.assigned = {};
  initial.assigned.to = assignment;
}

// OpenMP 5.2, 2.4: a list of several policies has lost its first; one that is left gives way to the clause.
const settings::Icvs* icvs_with_clause(Team& team, const Member& parent, const settings::Icvs* icvs, ProcBind clause) {
  if (clause == ProcBind::false_ || parent.icvs->bind_count > 1 || icvs->bind[0] == clause) {
    return icvs;
  }
  settings::Icvs changed = *icvs;
  changed.bind[0] = clause;
  // The team's workers read this: it is left alone when nothing changes.
  if (changed != team.clause_icvs) {
    team.clause_icvs = changed;
  }
  return &team.clause_icvs;
}

ProcBind pushed_clause(const Member& parent) {
  const auto clause = static_cast<std::uint8_t>(parent.pushed_bind & kClauseBits);
  const bool is_known =
      clause >= static_cast<std::uint8_t>(ProcBind::primary) && clause <= static_cast<std::uint8_t>(ProcBind::spread);
  return is_known ? static_cast<ProcBind>(clause) : ProcBind::false_;
}

affinity::TeamBinding binding_of_next_team(Member& parent) {
  bind_root(parent);
  const Policy policy =
      affinity::policy_for(conditions.binding, settings::bind_at(*parent.icvs, 0), pushed_clause(parent));
  return {policy, parent.assigned.to.place, partition_of(parent)};
}

const settings::Icvs* bind_team(Member& parent, Member& primary, const settings::Icvs* icvs) {
  const affinity::Plan& plan = conditions.binding;
  Team& team = *primary.team;
  const affinity::TeamBinding binding = binding_of_next_team(parent);
  const ProcBind clause = pushed_clause(parent);
  parent.pushed_bind = 0;
  if (team.header.binding != binding) {
    team.header.binding = binding;
    team.primary.is_bound_anew = true;
  }
  take_place(primary);
  if (plan.reset && parent.team->header.parent == nullptr && parent.team->resting == nullptr) {
    team.primary.chores |= kResetBinding;
  }
  return plan.confines ? icvs : icvs_with_clause(team, parent, icvs, clause);
}

}  // namespace

const settings::Icvs* begin_watched_region(Member& parent, Member& primary, const settings::Icvs* icvs) {
  if (conditions.binding.binds()) {
    icvs = bind_team(parent, primary, icvs);
  }
  if (conditions.display_affinity && conditions.show_affinity != nullptr) {
    conditions.show_affinity(primary);
  }
  return icvs;
}

void begin_watched_region(Member& self) {
  if (conditions.binding.binds()) {
    take_place(self);
  }
  if (conditions.display_affinity && conditions.show_affinity != nullptr) {
    conditions.show_affinity(self);
  }
}

void choose_birth(const Member& member, std::uint32_t team_size, threads::Thread& worker) {
  const affinity::TeamBinding binding = binding_of_next_team(*member.team->header.parent);
  const std::uint16_t place = standing_of(member, binding, team_size, worker).to.place;
  worker.birth = {&conditions.binding.places[place], place};
}

void bind_root(Member& initial) {
  const affinity::Plan& plan = conditions.binding;
  if (initial.assigned.to.place != kNoPlace || !plan.binds()) {
    return;
  }
  static constinit Native::Atomic<std::uint32_t> roots{0};
  const std::uint32_t turn = plan.usual == Policy::by_number
                                 ? static_cast<std::uint32_t>(initial.thread->number) + plan.list.offset
                                 : roots.fetch_add_relaxed(1);
  assign_outside_of_team(initial, {static_cast<std::uint16_t>(turn % plan.list.places), partition_of(initial)});
  move_to(initial, initial.assigned.to.place);
}

void reset_root(Member& initial) {
  initial.thread->place = kNoPlace;
  topology::bind_caller(topology::affinity_mask());
}

void bind_initial_team(Member& outer, Member& initial, const InitialTask& task) {
  const affinity::Plan& plan = conditions.binding;
  Member& encountering = task.encountering != nullptr ? *task.encountering : outer;
  bind_root(encountering);
  if (plan.usual != Policy::close || task.place.teams <= 1) {
    assign_outside_of_team(initial, outer.assigned.to);
  } else {
    const Policy policy = affinity::policy_for(plan, ProcBind::true_, conditions.teams_bind);
    const affinity::TeamBinding binding{policy, encountering.assigned.to.place, partition_of(encountering)};
    assign_outside_of_team(initial, affinity::assign(binding, {task.place.teams, task.place.number, 0}, plan.list));
  }
  move_to(initial, initial.assigned.to.place);
}

void bind_again(Member& outer) { move_to(outer, outer.assigned.to.place); }

void push_league_binding(Member& encountering) {
  const bool shares = conditions.binding.usual == Policy::close;
  encountering.pushed_bind = shares ? static_cast<std::uint8_t>(conditions.teams_bind) : 0;
}

affinity::Partition partition_of(const Member& member) {
  if (member.assigned.to.partition.count != 0) {
    return member.assigned.to.partition;
  }
  return {0, static_cast<std::uint16_t>(conditions.binding.places.size())};
}

}  // namespace muster::teams
