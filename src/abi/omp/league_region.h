// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams on the host (OpenMP 5.2, 10.2): the teams of a league, one after another, each in an initial team of its own.
#pragma once

#include <limits>

#include "abi/omp/league.h"
#include "teams/teams.h"

namespace muster::abi {

// The ICVs that the initial tasks of a league start with: those of the task that has met it, and def-allocator-var of its implicit task
// (default_allocator.cpp).
settings::Icvs icvs_for_league(const teams::Member& self);

// The clause's value, or what was set for all leagues; 0: neither.
inline std::int32_t league_thread_limit(std::int32_t clause) { return clause > 0 ? clause : teams_thread_limit(); }

// Fewer teams would be legal only down to the lower bound of num_teams, which is the upper one unless the program says otherwise;
// with neither the league has as many teams as were set for all leagues, or one.
inline std::uint32_t league_teams(std::uint32_t lower, std::uint32_t upper) {
  // A negative number from GCC's code counts as none, as in Clang's.
  constexpr std::uint32_t kMostPositive = std::numeric_limits<std::int32_t>::max();
  const std::uint32_t positive_upper = upper <= kMostPositive ? upper : 0;
  const std::uint32_t clause = lower > 0 && lower <= kMostPositive ? lower : positive_upper;
  if (clause > 0) {
    return clause;
  }
  const std::int32_t set = max_teams();
  return set > 0 ? static_cast<std::uint32_t>(set) : 1;
}

template <class Body>
void run_team(teams::Member& self, const teams::InitialTask& task, const Body& body) {
  teams::Member& initial = teams::enter_initial_team(self, task);
  body(initial);
  teams::leave_initial_team(initial);
}

}  // namespace muster::abi
