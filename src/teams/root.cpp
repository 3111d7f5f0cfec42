// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/root.h"

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
  // A worker may ask something of OpenMP when it has left its last team; it has been told of.
  if (events::listening && events::this_thread == nullptr) {
    observed::begin_root(member);
  }
  return member;
}

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
  destroy_team(initial);
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

threads::Thread* survive_fork() {
  if (current_member == nullptr) {
    return nullptr;
  }
  for (Member* member = current_member; member != nullptr; member = member->team->resting) {
    abandon_team(member->inner);
    member->inner = nullptr;
  }
  return current_member->thread;
}

}  // namespace muster::teams
