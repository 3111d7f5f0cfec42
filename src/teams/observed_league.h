// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams construct while somebody listens (events/; OpenMP 5.2, 10.2): the league, and in it an initial task for each team.
#pragma once

#include <optional>

#include "events/events.h"
#include "teams/member.h"

namespace muster::teams::observed {

// The league lives as long as the object, on the frame of the thread that met the construct.
class League {
 public:
  // `requested`: of the num_teams clause; 0: there is none, and the league asks for the teams that it gets.
  League(std::uint32_t requested, std::uint32_t teams, const void* function, events::Caller caller);
  ~League();
  League(const League&) = delete;
  League& operator=(const League&) = delete;

  events::Region& region() { return region_; }

 private:
  events::Region region_;
};

// A team of the league runs in the calling thread, as `initial`, as long as the object lives, which waits for the tasks that the team has left. Clang-built programs, and the tools that know them, find a
// region of one thread in each initial task, which libomp forks there; GCC-built ones have the initial task alone.
enum class HasRegion : bool { no, yes };
class LeagueTeam {
 public:
  LeagueTeam(Member& initial, events::Region& league, std::uint32_t number, HasRegion has_region);
  ~LeagueTeam();
  LeagueTeam(const LeagueTeam&) = delete;
  LeagueTeam& operator=(const LeagueTeam&) = delete;

 private:
  void await_tasks();

  Member& member_;
  events::Task* outer_;
  HasRegion has_region_;
  events::InState state_;
  // The worker may have been in an untold region last. What it does in the league is told.
  bool was_in_untold_;
  events::Task initial_;
  events::Region region_;
  events::Task implicit_;
};

// A target region runs as long as the object lives. All tasks that were made in it are complete when the object ends.
class TargetRegion {
 public:
  TargetRegion();
  ~TargetRegion();
  TargetRegion(const TargetRegion&) = delete;
  TargetRegion& operator=(const TargetRegion&) = delete;

 private:
  events::Task& task_;
  events::Region region_;
};

// The league that a target region of GCC's is met with: its teams begin and end by calls out of the region, which is one function. It lives on
// the frame of the call that runs the region.
class TargetLeague {
 public:
  TargetLeague(Member& initial, const void* region) : member_(initial), function_(region) {}
  // With it ends what has not ended.
  ~TargetLeague() { end(); }
  TargetLeague(const TargetLeague&) = delete;
  TargetLeague& operator=(const TargetLeague&) = delete;

  // The league with its first team.
  void begin(std::uint32_t requested, std::uint32_t teams, events::Caller caller);
  void next_team(std::uint32_t number);
  void end();

 private:
  Member& member_;
  const void* function_;
  std::optional<League> league_;
  std::optional<LeagueTeam> team_;
};

}  // namespace muster::teams::observed
