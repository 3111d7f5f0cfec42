// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// thread-limit-var: how many threads a contention group may have (OpenMP 5.2, 1.2.2 and 10.1.1). Counted only when a limit
// is set, because counting costs an atomic operation per fork.
#pragma once

#include <cstdint>

#include "teams/team.h"

namespace muster::teams {

// Takes up to `size` - 1 threads for a region of `team`; returns the size that the limit leaves, at least 1.
std::uint32_t enter_contention_group(Team& team, const Member& parent, std::uint32_t size);
// At the join of that region.
void leave_contention_group(Team& team);

}  // namespace muster::teams
