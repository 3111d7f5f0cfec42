// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/observed_league.h"

#include <utility>

#include "teams/barrier.h"

namespace muster::teams::observed {

League::League(std::uint32_t requested, std::uint32_t teams, const void* function, events::Caller caller) {
  caller = events::resolve(caller);
  events::Task& encountering = events::this_task();
  encountering.frame.enter = caller.frame;
  encountering.frame.enter_flags = events::InRuntime::kRuntimeFrame;
  region_.encountering = &encountering;
  region_.caller = caller;
  region_.outer_code = encountering.region == nullptr ? nullptr : encountering.region->caller.code;
  region_.function = function;
  region_.requested = requested > 0 ? requested : teams;
  region_.size = teams;
  region_.flags = events::kLeague | events::kInvokedByRuntime;
  events::emit(events::ParallelBegin{region_});
}

League::~League() {
  events::emit(events::ParallelEnd{region_});
  region_.encountering->frame.enter = nullptr;
}

LeagueTeam::LeagueTeam(Member& initial, events::Region& league, std::uint32_t number, HasRegion has_region)
    : member_(initial),
      outer_(events::this_thread->task),
      has_region_(has_region),
      state_(has_region == HasRegion::yes ? events::State::work_parallel : events::State::work_serial),
      was_in_untold_(std::exchange(events::this_thread->is_in_untold, false)) {
  initial_.region = &league;
  initial_.below = outer_ != nullptr ? outer_ : league.encountering;
  initial_.flags = events::kInitialTask;
  initial_.number = number;
  region_.caller = league.caller;
  events::this_thread->task = &initial_;
  events::emit(events::ImplicitTaskBegin{initial_, league.size, number});
  if (has_region_ == HasRegion::no) {
    return;
  }
  region_.encountering = &initial_;
  region_.outer_code = league.caller.code;
  region_.function = league.function;
  region_.flags = events::kTeam | events::kInvokedByRuntime;
  initial_.frame.enter = __builtin_frame_address(0);
  initial_.frame.enter_flags = events::InRuntime::kRuntimeFrame;
  events::emit(events::ParallelBegin{region_});
  implicit_.region = &region_;
  implicit_.below = &initial_;
  implicit_.flags = events::kImplicitTask | events::kUndeferredTask;
  implicit_.frame.exit = __builtin_frame_address(0);
  implicit_.frame.exit_flags = events::InRuntime::kRuntimeFrame;
  events::this_thread->task = &implicit_;
  events::emit(events::ImplicitTaskBegin{implicit_, 1, 0});
}

// They belong to the team's task, whose record goes with the object. Those that have run at once are ordered here as well.
void LeagueTeam::await_tasks() {
  // Tasks that run here have their frames below this one. The entry point's has the league's record, which the race checker is to keep.
  const events::Synchronizing sync(events::SyncKind::barrier_teams, {region_.caller.code, __builtin_frame_address(0)});
  barrier(member_);
}

LeagueTeam::~LeagueTeam() {
  await_tasks();
  if (has_region_ == HasRegion::yes) {
    implicit_.frame = {};
    events::emit(events::ImplicitTaskEnd{implicit_, 1, 0});
    events::this_thread->task = &initial_;
    events::emit(events::ParallelEnd{region_});
    initial_.frame = {};
  }
  events::emit(events::ImplicitTaskEnd{initial_, 0, initial_.number});
  events::this_thread->task = outer_;
  events::this_thread->is_in_untold = was_in_untold_;
}

TargetRegion::TargetRegion() : task_(events::this_task()) { events::emit(events::TargetBegin{task_, region_}); }

TargetRegion::~TargetRegion() { events::emit(events::TargetEnd{task_, region_}); }

void TargetLeague::begin(std::uint32_t requested, std::uint32_t teams, events::Caller caller) {
  end();
  league_.emplace(requested, teams, function_, caller);
  team_.emplace(member_, league_->region(), 0U, HasRegion::no);
}

void TargetLeague::next_team(std::uint32_t number) {
  if (league_.has_value()) {
    team_.emplace(member_, league_->region(), number, HasRegion::no);
  }
}

void TargetLeague::end() {
  team_.reset();
  league_.reset();
}

}  // namespace muster::teams::observed
