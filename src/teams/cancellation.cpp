// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/cancellation.h"

#include "teams/conditions.h"
#include "teams/shared_memory.h"
#include "teams/team_barriers.h"

namespace muster::teams {
namespace {

static_assert(kMaxTeamSize <= regions::Remaining<Native>::kMostMembers);

// What stands in Board::cancelled. It has 31 bits of the episode, which is enough for members that are one barrier apart.
std::uint32_t cancelled_at(base::Episode episode) { return static_cast<std::uint32_t>(episode * 2 + 1); }

void cancel_region(Member& self) {
  std::uint32_t running = tasks::kRegionRuns;
  // Two may cancel at once: they have passed the same barriers.
  if (self.board->cancelled.compare_exchange_relaxed(running, cancelled_at(self.barrier_episode))) {
    self.barrier_waiter.signalled_all();
  }
}

// The member leaves a worksharing construct that is cancelled.
void leave_construct(const Member& self) { self.team->header.ranges[self.number].end_early(self.counts.owned_loops); }

void cancel_group(tasks::Taskgroup& innermost) {
  tasks::Taskgroup* group = &innermost;
  while (group->implicit && group->outer != nullptr) {
    group = group->outer;
  }
  group->cancelled.store_relaxed(1);
}

// All that are still in the region, and wait for one another whatever is cancelled.
void meet_those_inside(Member& self) {
  self.barrier_waiter.set_cancellation(nullptr);
  if (events::listening) [[unlikely]] {
    events::emit(events::HappensBefore{&self.team->remaining});
  }
  self.team->remaining.meet(self.team_size, self.barrier_waiter);
  if (events::listening) [[unlikely]] {
    events::emit(events::HappensAfter{&self.team->remaining});
  }
  self.barrier_waiter.set_cancellation(&self.board->cancelled);
}

// The flags of its barriers may say that it has come to this one.
void note_last_barrier(const Member& self) {
  Native::Atomic<base::Episode>& last = self.team->last_cancelled_barrier;
  base::Episode seen = last.load_relaxed();
  // Ordered by the join.
  while (!base::reached(seen, self.barrier_episode) && !last.compare_exchange_relaxed(seen, self.barrier_episode)) {
  }
}

}  // namespace

bool cancel(Member& self, Cancellable construct) {
  if (!tasks::cancellation) {
    return false;
  }
  switch (construct) {
    case Cancellable::region: cancel_region(self); break;
    case Cancellable::worksharing:
      // In a team of one there is nobody else to be told, and no barrier after which the construct would be another one.
      if (self.team_size > 1) {
        self.team->cancelled_construct.store_relaxed(self.barrier_episode + 1);
        leave_construct(self);
      }
      break;
    case Cancellable::taskgroup:
      if (self.current->group == nullptr) {
        return false;
      }
      cancel_group(*self.current->group);
      break;
    case Cancellable::nothing: return false;
  }
  return true;
}

bool is_cancelled(const Member& self, Cancellable construct) {
  if (!tasks::cancellation) {
    return false;
  }
  if (self.board->cancelled.load_relaxed() != tasks::kRegionRuns) {
    return true;
  }
  switch (construct) {
    case Cancellable::worksharing:
      if (self.team->cancelled_construct.load_relaxed() != self.barrier_episode + 1) {
        return false;
      }
      leave_construct(self);
      return true;
    case Cancellable::taskgroup: return tasks::is_cancelled(self.current->group);
    case Cancellable::region:
    case Cancellable::nothing: break;
  }
  return false;
}

void allow_cancellation(Member& self) {
  self.waiter.set_cancellation(&self.board->cancelled);
  self.barrier_waiter.set_cancellation(&self.board->cancelled);
}

void begin_copies(Member& self) {
  if (is_cancelled(self, Cancellable::region)) {
    meet_those_inside(self);
    self.in_cancelled_region = InCancelledRegion::copies;
  }
}

void end_copies(Member& self) {
  if (self.in_cancelled_region == InCancelledRegion::copies) {
    self.in_cancelled_region = InCancelledRegion::goes_on;
    meet_those_inside(self);
  }
}

void prepare_join(Member& self) {
  self.waiter.set_cancellation(nullptr);
  self.barrier_waiter.set_cancellation(nullptr);
  const std::uint32_t cancelled = self.board->cancelled.load_relaxed();
  if (cancelled == tasks::kRegionRuns) {
    return;
  }
  if (self.in_cancelled_region != InCancelledRegion::has_left) {
    self.in_cancelled_region = InCancelledRegion::has_left;
    note_last_barrier(self);
    self.team->remaining.leave(self.team_size, self.barrier_waiter);
  }
  const auto ahead = static_cast<std::int32_t>(cancelled - cancelled_at(self.barrier_episode)) / 2;
  tasks::catch_up(self, self.barrier_episode + static_cast<base::Episode>(std::int64_t{ahead}));
  tasks::expect_both_phases(self);
}

void recover(Team& team) {
  if (team.primary.capacity > 1) {
    // A thread that looks at its teammates may still have the address of a word in a barrier. The word stays one, and what it says is a hint.
    start_barriers_anew(team);
    for (std::uint32_t number = 0; number < team.primary.capacity; ++number) {
      team.header.ranges[number].begin_after(0);
    }
  }
  // No flag that a barrier keeps is ahead of the next one, and no construct that was cancelled has the number of one that comes.
  const base::Episode last = team.last_cancelled_barrier.load_relaxed() + 1;
  if (base::reached(last, team.first.barrier_episode)) {
    tasks::catch_up(team.first, last);
  }
  for (std::uint32_t slot = 0; slot < team.first.team_size; ++slot) {
    team.member(slot).in_cancelled_region = InCancelledRegion::goes_on;
  }
  team.remaining.begin_anew();
  give_own_memory_back(team);
  tasks::end_both_phases(team.first);
  team.first.counts = {};
  if (team.header.barriers.singles != nullptr) {
    team.header.barriers.singles->store_relaxed(0);
  }
  team.position.value.store_relaxed(0);
  team.turn.value.store_relaxed(0);
  // A gap in the numbers of regions tells all members to catch up.
  ++team.primary.region;
  team.primary.last_size = 1;
  team.board.cancelled.store_relaxed(tasks::kRegionRuns);
}

}  // namespace muster::teams
