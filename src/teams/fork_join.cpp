// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/fork_join.h"

#include "platform/heap.h"
#include "teams/binding.h"
#include "teams/cancellation.h"
#include "teams/conditions.h"
#include "teams/contention_group.h"
#include "teams/current.h"
#include "teams/float_control.h"
#include "teams/grow.h"
#include "teams/lending.h"
#include "teams/team_barriers.h"

namespace muster::teams {

constinit thread_local Member* current_member = nullptr;

namespace {

// Implicit tasks see their parent's ICVs where they are: the parent rests until the join. Only lists of several elements,
// which lose their first (OpenMP 5.2, 2.4), need a copy.
MUSTER_ALWAYS_INLINE const settings::Icvs* inherited_icvs(Team& team, const Member& parent) {
  if (parent.icvs->num_threads_count <= 1 && parent.icvs->bind_count <= 1) [[likely]] {
    return parent.icvs;
  }
  team.shifted_icvs = settings::inner(*parent.icvs);
  return &team.shifted_icvs;
}

// Members that sat out the last region, or never were in one, learn how far the team is.
void prepare_newcomers(Team& team, std::uint32_t size) {
  team.catch_up.counts = team.first.counts;
  team.catch_up.barrier_episode = team.first.barrier_episode;
  // By thread number: those below the last size had one.
  for (std::uint32_t number = team.primary.last_size; number < size; ++number) {
    // Published by the go that follows.
    team.header.ranges[number].begin_after(team.first.counts.owned_loops);
  }
}

void change_size(Team& team, std::uint32_t size) {
  // Members learn of it by the go. A thread that has slept since a region before and runs an errand finds those that are new.
  team.roster.resize(size);
  use_barriers_for(team, size);
}

// What regions::Fork needs to know.
struct ForkTraits {
  using Platform = Native;
  using Thread = threads::Thread;
  using Team = teams::Team;
  using Member = teams::Member;

  static Team& team_of(const Member& member) { return *member.team; }
  static std::uint32_t slot_of(const Member& member) { return member.slot; }
  static threads::Seat& own_seat(Member& member) { return member; }
  static threads::Seat& seat_of(const Team& team, std::uint32_t slot) { return *team.header.members[slot]; }
  static const waiting::Roster<Native>& roster_of(const Team& team) { return team.roster; }
  static const waiting::Gauge<Native>& idle_gauge_of(const Team& team) { return team.idle; }
  static std::uint32_t cpus() { return conditions.cpus; }
  static bool tells_all(const Team& team) { return team.header.barriers.forks_flat; }
  static void for_each_released(const Member& member, std::uint32_t size, const barriers::Visitor& visitor) {
    const BarrierInUse& barrier = member.team->header.barriers.fork_join;
    barrier.releasing()->for_each_released(barrier.releasing_storage(), member.slot, size, visitor);
  }
  static void catch_up(Member& member) {
    const Team& team = *member.team;
    member.counts = team.catch_up.counts;
    tasks::catch_up(member, team.catch_up.barrier_episode);
  }
};
using Fork = regions::Fork<ForkTraits>;

// The implicit task of a region begins.
void start_tasks(Member& self, const settings::Icvs* icvs) {
  self.region_icvs = icvs;
  self.implicit.group = nullptr;
  const std::uint64_t blocktime_ns = conditions.blocktime_ns.load_relaxed();
  self.waiter.set_blocktime(blocktime_ns);
  self.waiter.set_team_size(self.team_size);
  self.barrier_waiter.set_blocktime(blocktime_ns);
  self.barrier_waiter.set_team_size(self.team_size);
  if (tasks::cancellation) [[unlikely]] {
    allow_cancellation(self);
  }
}

// How the threads of the team sleep and wake: the size of a region may have changed it. Workers learn it by the go, the primary when it has told them.
void learn_fences(Member& self) { self.barrier_waiter.set_fences(self.team->in_region.fences()); }

void end_tasks(Member& self) {
  if (tasks::cancellation) [[unlikely]] {
    prepare_join(self);
  }
}

void release_workers(Team& team, const threads::Work& work, RunRegion run, std::uint32_t size) {
  if (size > team.primary.last_size) {
    prepare_newcomers(team, size);
  }
  team.primary.last_size = size;
  if (team.roster.threads.load_relaxed() != size) {
    change_size(team, size);
  } else if (is_disturbed(team) != team.primary.was_disturbed || team.primary.is_bound_anew) [[unlikely]] {
    use_barriers_for(team, size);
  }
  const base::Episode region = ++team.primary.region;
  // Published by whatever publishes the region's first task.
  team.board.region.store_relaxed(region);
  if (Fork::release(team, team.first, work, run, size, region)) [[unlikely]] {
    team.first.thread->presence.has_woken = true;
  }
}

// It is done at the end of the process's second region, as a program with a single one gains nothing by it.
void keep_heap(Team& team) {
  static constinit Native::Atomic<std::uint32_t> regions{0};
  const std::uint32_t before = regions.fetch_add_relaxed(1);
  if (before == 0) {
    team.primary.chores = kKeepHeap;
  } else if (before == 1) {
    platform::keep_freed_memory();
  }
}

// In a forked child, whose parent process has the workers, at the end of the region in which it has begun: the next one makes a new team. Teams that the
// child itself has made inside have workers.
void abandon_survivor(Team& team) {
  Member& primary = team.first;
  destroy_team(primary.inner);
  destroy_team(primary.nested_initial);
  primary.inner = nullptr;
  primary.nested_initial = nullptr;
  team.header.parent->inner = nullptr;
  abandon_team(&team);
}

void do_chores(Team& team) {
  const std::uint32_t chores = team.primary.chores;
  team.primary.chores = 0;
  if ((chores & kLeaveContentionGroup) != 0) {
    leave_contention_group(team);
  }
  if ((chores & kResetBinding) != 0) {
    reset_root(*team.header.parent);
  }
  if ((chores & kForgetDefaultAllocator) != 0) {
    team.first.on_demand->default_allocator = {};
  }
  if ((chores & kKeepHeap) != 0) {
    keep_heap(team);
  }
  if ((chores & kAbandonTeam) != 0) {
    abandon_survivor(team);
  } else if ((chores & kLendWorkers) != 0) {
    lend_workers(team);
  }
}

// `is_limited`: the contention group has a finite thread limit.
MUSTER_ALWAYS_INLINE Member& begin_fork(Member& parent, const threads::Work& work, RunRegion run, std::uint32_t size,
                                        bool is_limited) {
  if (parent.inner == nullptr || parent.inner->first.thread != parent.thread || size > parent.inner->primary.seats)
      [[unlikely]] {
    size = prepare_team(parent, size);
  }
  Team& team = *parent.inner;
  Member& primary = team.first;
  if (is_limited) {
    size = enter_contention_group(team, parent, size);
  }
  const settings::Icvs* icvs = inherited_icvs(team, parent);
  primary.team_size = size;
  if (conditions.watches_begin) [[unlikely]] {
    icvs = begin_watched_region(parent, primary, icvs);
  }
  if (team.header.icvs != icvs) {
    team.header.icvs = icvs;
  }
  primary.icvs = icvs;
  start_tasks(primary, icvs);
  if (size > 1) {
    release_workers(team, work, run, size);
    learn_fences(primary);
  } else {
    team.board.region.store_relaxed(tasks::kNoSharedRegion);
  }
  current_member = &primary;
  return primary;
}

// Threads that could never take part are not made either.
MUSTER_NOINLINE Member& fork_within_limit(Member& parent, const threads::Work& work, RunRegion run,
                                          std::uint32_t size) {
  const auto limit = static_cast<std::uint32_t>(parent.icvs->thread_limit);
  return begin_fork(parent, work, run, size < limit ? size : limit, true);
}

}  // namespace

Member& fork(Member& parent, const threads::Work& work, RunRegion run, std::uint32_t size) {
  if (parent.icvs->thread_limit != settings::kUnlimitedThreads) [[unlikely]] {
    return fork_within_limit(parent, work, run, size);
  }
  return begin_fork(parent, work, run, size, false);
}

void join(Member& primary) {
  Team& team = *primary.team;
  end_tasks(primary);
  if (primary.team_size > 1) {
    const barriers::Arrival arrival{0, primary.team_size, tasks::begin_episode(primary)};
    const BarrierInUse& barrier = team.header.barriers.fork_join;
    barrier.gather->gather(barrier.gather_storage, arrival, primary.barrier_waiter, barriers::Combiner{});
    tasks::await_tasks_at_join(primary);
  } else {
    tasks::await_own_tasks(primary);
  }
  if (team.board.cancelled.load_relaxed() != tasks::kRegionRuns) [[unlikely]] {
    recover(team);
  }
  current_member = team.header.parent;
  if (team.primary.chores != 0) [[unlikely]] {
    // Perhaps the end of the team.
    do_chores(team);
  }
}

Member& begin_region(threads::Thread& thread, threads::Seat& seat) {
  Member& self = static_cast<Member&>(seat);
  const Team& team = *self.team;
  const base::Episode region = Fork::enter(self, seat);
  if (self.thread != &thread) [[unlikely]] {
    occupy(self, thread);
    take_float_control(self);
  }
  self.team_size = seat.line.go.get().team_size;
  self.icvs = team.header.icvs;
  self.region = region;
  learn_fences(self);
  start_tasks(self, team.header.icvs);
  current_member = &self;
  if (conditions.watches_begin) [[unlikely]] {
    begin_watched_region(self);
  }
  return self;
}

void end_region(Member& self) {
  end_tasks(self);
  const Team::Header& team = self.team->header;
  const barriers::Arrival arrival{self.slot, self.team_size, tasks::begin_episode(self)};
  const BarrierInUse& barrier = team.barriers.fork_join;
  barrier.gather->gather(barrier.gather_storage, arrival, self.barrier_waiter, barriers::Combiner{});
}

}  // namespace muster::teams
