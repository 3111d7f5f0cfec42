// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing loops and sections whose iterations the runtime hands out (OpenMP 5.2, 11.5 and 11.3), and ordered.
#pragma once

#include "loops/loops.h"
#include "settings/settings.h"
#include "teams/team.h"

namespace muster::teams {

struct LoopKind {
  settings::Schedule schedule;  // chunk 0: the default of the kind
  bool ordered = false;
};

// Every member of the team calls it with the same loop. OpenMP 5.2, 11.5.3.
void start_loop(Member& self, const loops::IterationSpace& space, const LoopKind& kind);
// The next chunk for this member; false when there is none left. Ends the ordered part of the chunk before.
bool next_chunk(Member& self, loops::Range& chunk);

// Waits for the turn of the current chunk (OpenMP 5.2, 15.10.2); leave_ordered needs no work of its own: the turn passes
// on at the end of the chunk.
void enter_ordered(Member& self);

}  // namespace muster::teams
