// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding threads to places (OpenMP 5.2, 10.1.3). The team's header says what its threads go by, and is written only when that
// changes; each thread works out its own place when it begins a region, and asks the system only when the place is another one. A
// fork of an unchanged team therefore does nothing for its workers, and no thread makes a system call.
//
// All of this runs only when Conditions::watches_begin is set.
#pragma once

#include "teams/initial_team.h"
#include "teams/team.h"

namespace muster::teams {

// A fork, before the workers are released: the team's binding, the primary's place, and its line of OMP_DISPLAY_AFFINITY. Returns
// what implicit tasks start with: `icvs`, or a copy in which a proc_bind clause has become bind-var.
const settings::Icvs* begin_watched_region(Member& parent, Member& primary, const settings::Icvs* icvs);
// A worker begins its part.
void begin_watched_region(Member& self);

// Chooses where a new worker begins, for a member of a team that its parent is about to fork, where threads are bound: it begins where it is going
// to be, which spares it a migration. The guess may be wrong.
void choose_birth(const Member& member, std::uint32_t team_size, threads::Thread& worker);

// A thread of the program gets its place at its first region, or when it asks for its place: the first one for the first thread,
// and so on. Nothing happens when it has one, or where threads are not bound. For the initial member of a root only.
void bind_root(Member& initial);
// The end of an outermost region with KMP_AFFINITY=reset: back to the first mask.
void reset_root(Member& initial);

// A team of a league, or a target region, which `outer` enters as `initial`; and its end.
void bind_initial_team(Member& outer, Member& initial, const InitialTask& task);
void bind_again(Member& outer);
// The fork of a league's threads: they are bound as the teams that they will run.
void push_league_binding(Member& encountering);

// The places that teams of the member share (place-partition-var); empty: there are none.
affinity::Partition partition_of(const Member& member);

}  // namespace muster::teams
