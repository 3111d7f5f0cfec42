// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with cross-iteration dependences (doacross, OpenMP 5.2, 15.9.5), for the thread's current worksharing loop.
#pragma once

#include <cstdint>
#include <span>

#include "events/events.h"
#include "teams/team.h"

namespace muster::teams {

// Before the loop starts. `counts` has the number of iterations of each loop of the nest, outermost first, at most
// kMaxDoacrossDepth of them. The first `collapsed` of them, at least one, are handed out as one loop. All members of the team call it.
// Contains barriers.
void start_doacross(Member& self, std::span<const std::uint64_t> counts, std::uint32_t collapsed = 1);

// `iteration` has a logical iteration number for each loop of the nest. One that the nest does not have, a negative one
// included, is no dependence.
bool has_iteration(const DoacrossNest& nest, const std::uint64_t* iteration);
void doacross_source(Member& self, const std::uint64_t* iteration);
void doacross_sink(Member& self, const std::uint64_t* iteration);
// A lone thread runs the iterations in their order, so neither has anything to do.
inline bool has_sinks_to_await(const Member& self) { return self.team_size > 1; }

}  // namespace muster::teams
