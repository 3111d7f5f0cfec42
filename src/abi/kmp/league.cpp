// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams for Clang: __kmpc_push_num_teams with the clauses, then __kmpc_fork_teams, which calls the outlined function for each team.
#include <algorithm>
#include <cstdarg>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/microtask.h"
#include "abi/omp/league_region.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

struct League {
  const settings::Icvs* icvs;
  teams::LeagueSize size;
  std::int32_t share;
  Microtask function;
  void** arguments;
  std::uint32_t count;
  teams::Member* encountering;
  // What those who listen are told; null: nobody does.
  events::Region* told;
};

void run_body(const League& league, teams::Member& initial, std::uint32_t number) {
  auto team_number = static_cast<std::int32_t>(number);
  call_microtask(league.function, &initial.thread_number_in_process, &team_number, league.arguments, league.count);
}

void run_body_told(const League& league, teams::Member& initial, std::uint32_t number) {
  teams::observed::meet_worker(*initial.thread);
  const teams::observed::LeagueTeam told(initial, *league.told, number, teams::observed::HasRegion::yes);
  run_body(league, initial, number);
}

// On one of the threads that share the teams of the league among them.
struct RunTeams {
  static void before_fork(const teams::Member& parent) { teams::note_float_control(parent); }
  static void begin(const teams::Member& self) { teams::take_float_control(self); }
  static void call(teams::Member& self, void* /*function*/, void* const* arguments, std::uint32_t /*count*/) {
    const League& league = *static_cast<const League*>(arguments[0]);
    for (std::uint32_t number = self.number; number < league.size.teams; number += self.team_size) {
      const teams::InitialTask task{
          league.icvs, league.size.thread_limit, {league.size.teams, number}, league.share, league.encountering};
      run_team(self, task, [&](teams::Member& initial) {
        (league.told != nullptr ? run_body_told : run_body)(league, initial, number);
      });
    }
  }
};

void push(teams::Member& self, std::int32_t lower, std::int32_t upper, std::int32_t thread_limit) {
  const auto count = [](std::int32_t value) { return value > 0 ? static_cast<std::uint32_t>(value) : 0U; };
  self.pushed_league = {league_teams(count(lower), count(upper)), thread_limit};
}

// What each of the teams has where they have so many threads together.
std::int32_t part(std::uint32_t threads, std::uint32_t teams) {
  return static_cast<std::int32_t>(std::max(threads / teams, 1U));
}

// What the clauses leave open is what was set for all leagues.
void complete(teams::LeagueSize& size) {
  if (size.teams == 0) {
    size.teams = league_teams(0, 0);
  }
  const std::int32_t total = runtime::settings_at_start().global.teams_total_thread_limit;
  if (total > 0) {
    size.teams = std::min(size.teams, static_cast<std::uint32_t>(total));
  }
  size.thread_limit = league_thread_limit(size.thread_limit);
}

// How many threads a team may have at most; 0: as many as its limit says. Teams run side by side. Without a limit of their own they share the threads that
// one team would have had, and with or without one they have no more together than there are CPUs: that is what KMP_TEAMS_THREAD_LIMIT is by default on
// libomp (LLVM's review D36009). omp_get_thread_limit() tells the limit, there too.
std::int32_t share_of(const teams::LeagueSize& size) {
  const std::int32_t total = runtime::settings_at_start().global.teams_total_thread_limit;
  const bool side_by_side = size.teams > 1;
  std::int32_t share = 0;
  if (size.thread_limit == 0 && side_by_side) {
    share = part(teams::default_team_size(), size.teams);
  }
  if ((size.thread_limit > 0 && total > 0) || side_by_side) {
    const std::uint32_t together = total > 0 ? static_cast<std::uint32_t>(total) : runtime::available_cpus();
    const std::int32_t most = part(together, size.teams);
    share = share == 0 ? most : std::min(share, most);
  }
  return share;
}

void run(teams::Member& self, League& league) {
  threads::Work work;
  work.arguments[0] = &league;
  work.argument_count = 1;
  teams::push_league_binding(self);
  teams::parallel<RunTeams>(self, work, std::min(league.size.teams, teams::default_team_size()));
}

}  // namespace

// A clause that is not there is 0.
MUSTER_KMP(void, __kmpc_push_num_teams,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t teams, std::int32_t thread_limit)) {
  push(runtime::current(), teams, teams, thread_limit);
}
MUSTER_KMP(void, __kmpc_push_num_teams_51,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t lower, std::int32_t upper,
            std::int32_t thread_limit)) {
  push(runtime::current(), lower, upper, thread_limit);
}

MUSTER_KMP(void, __kmpc_fork_teams, (Ident* /*place*/, std::int32_t count, Microtask function, ...)) {
  teams::Member& self = runtime::current();
  void* arguments[kMostArguments];
  const auto given = static_cast<std::uint32_t>(count);
  std::va_list list;
  va_start(list, function);
  for (std::uint32_t i = 0; i < padded_count(given); ++i) {
    arguments[i] = i < given ? va_arg(list, void*) : nullptr;
  }
  va_end(list);
  const settings::Icvs icvs = icvs_for_league(self);
  League league{&icvs, self.pushed_league, 0, function, arguments, given, &self, nullptr};
  self.pushed_league = {};
  complete(league.size);
  league.share = share_of(league.size);
  if (events::listening) [[unlikely]] {
    teams::observed::League told(league.size.teams, league.size.teams, reinterpret_cast<void*>(function),
                                 MUSTER_CALLER());
    league.told = &told.region();
    run(self, league);
    return;
  }
  run(self, league);
}

// target thread_limit(...) on the host, called at the start of a task of its own, whose ICVs go with it.
MUSTER_KMP(void, __kmpc_set_thread_limit,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t thread_limit)) {
  if (thread_limit > 0) {
    settings::set_thread_limit(teams::writable_icvs(runtime::current()), thread_limit);
  }
}

}  // namespace muster::abi::kmp
