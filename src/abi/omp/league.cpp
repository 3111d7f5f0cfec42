// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines about leagues of teams (OpenMP 5.2, 18.4). Thread-safe; a negative number is ignored.
#include "abi/omp/league.h"

#include "abi/omp/fortran.h"
#include "runtime/runtime.h"

namespace muster::abi {
namespace {

// What the program set stands above what the environment said; -1: it set nothing.
using Value = platform::Native::Atomic<std::int32_t>;
constinit Value num_teams{-1};
constinit Value thread_limit{-1};

std::int32_t set_or(const Value& value, std::int32_t initial) {
  const std::int32_t set = value.load_relaxed();
  return set >= 0 ? set : initial;
}

}  // namespace

std::int32_t max_teams() { return set_or(num_teams, runtime::settings_at_start().global.num_teams); }
std::int32_t teams_thread_limit() {
  return set_or(thread_limit, runtime::settings_at_start().global.teams_thread_limit);
}

namespace omp {

namespace {

// Outside of a league there is one team, and it is the first.
teams::LeaguePlace place() {
  const teams::Member* self = teams::current_member;
  return self == nullptr ? teams::LeaguePlace{} : teams::initial_team_of(*self).place;
}

}  // namespace

MUSTER_OMP(OMP_4_0, std::int32_t, omp_get_num_teams, ()) { return static_cast<std::int32_t>(place().teams); }
MUSTER_OMP_ALIAS(OMP_4_0, omp_get_num_teams_, omp_get_num_teams);
MUSTER_OMP(OMP_4_0, std::int32_t, omp_get_team_num, ()) { return static_cast<std::int32_t>(place().number); }
MUSTER_OMP_ALIAS(OMP_4_0, omp_get_team_num_, omp_get_team_num);

MUSTER_OMP(OMP_5_1, void, omp_set_num_teams, (std::int32_t value)) {
  if (value >= 0) {
    num_teams.store_relaxed(value);
  }
}
MUSTER_OMP_BY_REFERENCE(OMP_5_1, void, omp_set_num_teams)
MUSTER_OMP(OMP_5_1, std::int32_t, omp_get_max_teams, ()) { return max_teams(); }
MUSTER_OMP_ALIAS(OMP_5_1, omp_get_max_teams_, omp_get_max_teams);

MUSTER_OMP(OMP_5_1, void, omp_set_teams_thread_limit, (std::int32_t value)) {
  if (value >= 0) {
    thread_limit.store_relaxed(value);
  }
}
MUSTER_OMP_BY_REFERENCE(OMP_5_1, void, omp_set_teams_thread_limit)
MUSTER_OMP(OMP_5_1, std::int32_t, omp_get_teams_thread_limit, ()) { return teams_thread_limit(); }
MUSTER_OMP_ALIAS(OMP_5_1, omp_get_teams_thread_limit_, omp_get_teams_thread_limit);

}  // namespace omp
}  // namespace muster::abi
