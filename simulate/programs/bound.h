// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a machine's latencies allow: how long word from one thread takes to all others of a team, when each thread that has it passes it on.
//
// Source    Karp, Sahay, Santos, Schauser, "Optimal broadcast and summation in the LogP model", SPAA 1993: each thread that has the word sends it on without
//           a pause. With several latencies the farthest groups that nobody has told are told first.
#pragma once

#include "engine/time.h"
#include "programs/program.h"

namespace muster::simulate {

// Nothing is waited for but lines: a store takes what the instructions around it take, or what lets the buffer of stores run full; a line takes its transfer.
// The order is chosen greedily, so another one may save some of it.
Time broadcast_bound(const Course& course);

// Word from all to one takes as long as from one to all, in the tree turned around: so a barrier with a root, a reduction or a region takes both.
inline Time round_trip_bound(const Course& course) { return 2 * broadcast_bound(course); }

}  // namespace muster::simulate
