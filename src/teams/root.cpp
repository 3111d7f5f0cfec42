// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/root.h"

#include <time.h>

#include "platform/standard_error.h"
#include "teams/conditions.h"
#include "teams/current.h"
#include "teams/grow.h"
#include "teams/helpers.h"
#include "teams/observed_region.h"

namespace muster::teams {

Member& enter_root() {
  threads::Thread* thread = threads::adopt_current_thread();
  if (thread == nullptr) {
    platform::fail("muster: no memory for a thread");
  }
  return enter_root(*thread);
}

Member& enter_root(threads::Thread& thread) {
  Member& member = make_initial_team(thread)->first;
  *member.own_icvs = conditions.initial_icvs;
  member.icvs = member.own_icvs;
  current_member = &member;
  if (events::listening) {
    if (events::this_thread == nullptr) {
      observed::begin_root(member);
    } else if (events::this_thread->task == nullptr) {
      observed::begin_root_of_worker();
    }
  }
  return member;
}

namespace {

// A thread that has fulfilled an event uses the initial team for some instructions more, and may lose its CPU there: a few slices.
constexpr timespec kFulfilmentMayTake{.tv_sec = 0, .tv_nsec = 10'000'000};

// The event of a task may be fulfilled when the thread that has made the task is gone, and its completion uses the initial team.
bool is_used_by_events(const Team& initial) {
  if (tasks::are_all_complete(initial.first)) {
    return false;
  }
  nanosleep(&kFulfilmentMayTake, nullptr);
  return !tasks::are_all_complete(initial.first);
}

void end_initial_team(Team& initial) {
  if (!is_used_by_events(initial)) {
    destroy_team(&initial);
    return;
  }
  // Its memory is kept for good, since nobody can tell when the last event is fulfilled.
  destroy_team(initial.first.inner);
  destroy_team(initial.first.nested_initial);
}

}  // namespace

void leave_root() {
  if (current_member == nullptr) {
    return;
  }
  // A thread that ends inside a region takes its team with it: then nobody is left that could free it.
  if (current_member->team->header.parent != nullptr || current_member->team->resting != nullptr) {
    threads::hide(*current_member->thread);
    return;
  }
  finish_target_tasks(*current_member);
  if (events::listening) {
    observed::end_root(*current_member->thread);
  }
  Team* initial = current_member->team;
  threads::Thread* thread = current_member->thread;
  threads::end_threadprivate(*thread);
  current_member = nullptr;
  end_initial_team(*initial);
  threads::forget(*thread);
}

void leave_teams() { current_member = nullptr; }

void finish_target_tasks(Member& initial) {
  do {
    await_helpers(initial.team->board);
  } while (tasks::help_current(initial));
}

void end_workers_of(Member& initial) {
  finish_target_tasks(initial);
  stop_helpers();
  destroy_team(initial.inner);
  destroy_team(initial.nested_initial);
  initial.inner = nullptr;
  initial.nested_initial = nullptr;
  threads::end_idle_workers();
}

void abandon_root(Member& initial) {
  threads::end_threadprivate(*initial.thread);
  abandon_team(initial.team);
}

namespace {

// The member as which the thread acted before it entered the team; null for a root's initial team.
Member* member_outside(const Team& team) { return team.header.parent != nullptr ? team.header.parent : team.resting; }

// The teams of the member that do not run. `running` is the one that does, or null.
void abandon_idle_teams(Member& member, const Team* running) {
  if (member.inner != running) {
    abandon_team(member.inner);
    member.inner = nullptr;
  }
  if (member.nested_initial != running) {
    abandon_team(member.nested_initial);
    member.nested_initial = nullptr;
  }
}

}  // namespace

// The thread may have forked inside of regions of one thread and of target regions, which it will leave. A region of several threads has lost those that
// the thread would wait for, so nobody gets to what is around it.
threads::Thread* survive_fork() {
  if (current_member == nullptr) {
    return nullptr;
  }
  const Team* running = nullptr;
  Member* member = current_member;
  while (member != nullptr) {
    abandon_idle_teams(*member, running);
    Team& team = *member->team;
    if (member->team_size > 1) {
      break;
    }
    if (team.header.parent != nullptr) {
      team.primary.chores |= kAbandonTeam;
    }
    running = &team;
    member = member_outside(team);
  }
  return current_member->thread;
}

}  // namespace muster::teams
