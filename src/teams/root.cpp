// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/root.h"

#include <new>

#include "platform/pages.h"
#include "platform/standard_error.h"
#include "teams/current.h"
#include "teams/environment.h"
#include "teams/grow.h"

namespace muster::teams {

Member& enter_root() {
  threads::Thread* thread = threads::adopt_current_thread();
  void* memory = platform::allocate_pages(sizeof(Team));
  if (thread == nullptr || memory == nullptr) {
    platform::fail("muster: no memory for the initial team of a thread");
  }
  Team* initial = new (memory) Team();
  Member& member = initial->first;
  member.team = initial;
  occupy(member, *thread);
  member.own_icvs = environment.initial_icvs;
  member.icvs = &member.own_icvs;
  current_member = &member;
  return member;
}

void leave_root() {
  if (current_member == nullptr) {
    return;
  }
  // A thread that ends inside a region takes its team with it: then nobody is left who could free it.
  if (current_member->team->header.parent != nullptr) {
    threads::hide(*current_member->thread);
    return;
  }
  Team* initial = current_member->team;
  threads::Thread* thread = current_member->thread;
  threads::end_threadprivate(*thread);
  current_member = nullptr;
  destroy_team(initial);
  threads::forget(*thread);
}

void abandon_root(Member& initial) {
  threads::end_threadprivate(*initial.thread);
  abandon_team(initial.team);
}

threads::Thread* survive_fork() {
  if (current_member == nullptr) {
    return nullptr;
  }
  abandon_team(current_member->inner);
  current_member->inner = nullptr;
  return current_member->thread;
}

}  // namespace muster::teams
