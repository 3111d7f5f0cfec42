// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction along the team's rooted barrier (OpenMP 5.2, 5.5): `combine(into, from)` is called for each thread's data but the
// primary's, by the thread into whose data it goes.
#pragma once

#include "teams/team.h"

namespace muster::teams {

using CombineData = void (*)(void* into, void* from);

bool can_gather_reduction(const Member& self);

// All members of the team call it. Returns in the primary when `data` has everybody's, in the others at once.
void gather_reduction(Member& self, void* data, CombineData combine);
// Then the primary lets the others go, whose data nobody needs any more; they wait for that.
void release_reduction(Member& self);

}  // namespace muster::teams
