// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads a region gets (OpenMP 5.2, 10.1.1, algorithm 10.1).
#pragma once

#include <cstdint>

#include "teams/conditions.h"
#include "teams/member.h"

namespace muster::teams {

// Number of enclosing regions with more than one thread (omp_get_active_level).
std::uint32_t active_level(const Member& member);

// `requested` is the num_threads clause, 0 without one. At least 1.
// What the program asks for, before any limit: the num_threads clause, or without one (0) the ICV or the default.
std::uint32_t requested_team_size(const Member& parent, std::uint32_t clause);
// That of the program's first region, if it names no size.
std::uint32_t usual_team_size();
std::uint32_t choose_team_size(const Member& parent, std::uint32_t requested);

}  // namespace muster::teams
