// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams as GCC calls it: GOMP_teams_reg with the outlined function outside of target, and inside of target a call before each
// team, whose body stands in the target region's own function.
#include "abi/exports/export.h"
#include "abi/omp/league_region.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {

// A clause that is not there is 0; num_teams is the upper bound.
MUSTER_GOMP(GOMP_5_0, void, GOMP_teams_reg,
            (void (*function)(void*), void* data, unsigned num_teams, unsigned thread_limit, unsigned /*flags*/)) {
  teams::Member& self = runtime::current();
  const std::int32_t limit = league_thread_limit(static_cast<std::int32_t>(thread_limit));
  const std::uint32_t teams = league_teams(0, num_teams);
  const settings::Icvs icvs = icvs_for_league(self);
  if (events::listening) [[unlikely]] {
    teams::observed::League league(num_teams, teams, reinterpret_cast<void*>(function), MUSTER_CALLER());
    for (std::uint32_t number = 0; number < teams; ++number) {
      run_team(self, {&icvs, limit, {teams, number}}, [&](teams::Member& initial) {
        const teams::observed::LeagueTeam told(initial, league.region(), number, teams::observed::HasRegion::no);
        function(data);
      });
    }
    return;
  }
  for (std::uint32_t number = 0; number < teams; ++number) {
    run_team(self, {&icvs, limit, {teams, number}}, [=](teams::Member&) { function(data); });
  }
}

namespace {

// What is told of the league of the target region; null where nobody listens, or did not when the region began.
teams::observed::TargetLeague* told_league(const teams::Member& self) {
  return events::listening ? self.on_demand->target_league : nullptr;
}

void begin_league(teams::Member& self, std::uint32_t requested, events::Caller caller) {
  if (teams::observed::TargetLeague* told = told_league(self); told != nullptr) {
    told->begin(requested, self.team->place.teams, caller);
  }
}

// False: the league has ended.
bool begin_next_team(teams::Member& self) {
  teams::LeaguePlace& place = self.team->place;
  const bool has_next = ++place.number < place.teams;
  if (teams::observed::TargetLeague* told = told_league(self); told != nullptr) {
    has_next ? told->next_team(place.number) : told->end();
  }
  return has_next;
}

}  // namespace

// `if (GOMP_teams4(..., true)) do { body } while (GOMP_teams4(..., false));`. The target region's initial team becomes each
// team of the league in turn.
MUSTER_GOMP(GOMP_5_1, bool, GOMP_teams4, (unsigned lower, unsigned upper, unsigned thread_limit, bool first)) {
  teams::Member& self = runtime::current();
  teams::LeaguePlace& place = self.team->place;
  if (!first) {
    return begin_next_team(self);
  }
  place = {league_teams(lower, upper), 0};
  teams::lower_thread_limit(self, league_thread_limit(static_cast<std::int32_t>(thread_limit)));
  begin_league(self, upper, MUSTER_CALLER());
  return true;
}

// Up to GCC 11 the body ran once, whatever num_teams said.
MUSTER_GOMP(GOMP_4_0, void, GOMP_teams, (unsigned /*num_teams*/, unsigned thread_limit)) {
  teams::Member& self = runtime::current();
  teams::lower_thread_limit(self, league_thread_limit(static_cast<std::int32_t>(thread_limit)));
  begin_league(self, 1, MUSTER_CALLER());
}

}  // namespace muster::abi::gomp
