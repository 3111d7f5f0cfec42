// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fork: how the primary of a team lets its workers into a region: by all their go lines itself, or along the tree by which the join's barrier
// releases. The join is that barrier's gather (barriers/barrier.h).
//
// `Traits` says where things are:
//
//   Platform, Thread, Team, Member       a member is a thread's place in a team; the primary's has slot 0
//   team_of(member)                      the member's team
//   slot_of(member), own_seat(member)    the member's slot, and its seat
//   seat_of(team, slot)                  the seat of a worker
//   roster_of(team)                      of the members, by slot
//   idle_gauge_of(team)                  of its idle workers
//   cpus()                               how many CPUs the process may use
//   tells_all(team)                      the primary tells all workers itself
//   for_each_released(member, size, visitor)
//                                        the slots that the member tells otherwise, by the barrier of the join
//   catch_up(member)                     the member was not in the last region, or has never been in one
//
// Cost      one line written for each worker; one system call or more where workers sleep.
#pragma once

#include <cstdint>

#include "barriers/barriers.h"
#include "regions/go_line.h"

namespace muster::regions {

template <class Traits>
class Fork {
 public:
  using P = typename Traits::Platform;
  using Team = typename Traits::Team;
  using Member = typename Traits::Member;
  using SeatOfThread = Seat<P, typename Traits::Thread>;
  using Run = typename GoLine<P, typename Traits::Thread>::Run;

  // By the primary, whose workers idle. True if it has woken somebody.
  static bool release(Team& team, Member& primary, const Work& work, Run run, std::uint32_t size,
                      base::Episode region) {
    if (Traits::tells_all(team)) [[likely]] {
      for (std::uint32_t slot = 1; slot < size; ++slot) {
        Traits::seat_of(team, slot).line.tell(work, run, size, region);
      }
    } else {
      // The primary's own go line is what it hands on.
      Traits::own_seat(primary).line.tell(work, run, size, region);
      hand_on_to_those_below(primary);
    }
    const waiting::Gauge<P>& idle = Traits::idle_gauge_of(team);
    waiting::fence_before_waking<P>(idle.fences());
    return idle.sleepers.any() && wake(team, idle, size);
  }

  // By a worker whose go has come: lets those below it go on, and finds out whether it has missed a region. Returns the region.
  static base::Episode enter(Member& self, SeatOfThread& seat) {
    if (!Traits::tells_all(Traits::team_of(self))) [[unlikely]] {
      hand_on_to_those_below(self);
    }
    const base::Episode region = seat.line.episode.load_relaxed();
    if (region != seat.followed.get() + 1) [[unlikely]] {
      Traits::catch_up(self);
    }
    seat.followed.set(region);
    return region;
  }

 private:
  // Workers that have no part in the region may be all that sleep.
  __attribute__((noinline)) static bool wake(Team& team, const waiting::Gauge<P>& idle, std::uint32_t size) {
    const waiting::Roster<P>& roster = Traits::roster_of(team);
    return waiting::wake_team(roster, size, 0, idle, roster.bell_for(size, Traits::cpus()));
  }

  static void hand_on_to_those_below(Member& self) {
    Traits::for_each_released(self, Traits::own_seat(self).line.go.get().team_size, barriers::Visitor{&hand_on, &self});
  }

  static void hand_on(void* from, std::uint32_t slot) {
    Member& self = *static_cast<Member*>(from);
    Team& team = Traits::team_of(self);
    Traits::seat_of(team, slot).line.tell_as(Traits::own_seat(self).line);
    waiting::fence_before_waking<P>(Traits::idle_gauge_of(team).fences());
    const waiting::Roster<P>& roster = Traits::roster_of(team);
    if (roster.at(slot)->parker.wake_if_parked()) {
      // By the roster: before its first region a worker has not taken its seat yet.
      roster.at(Traits::slot_of(self))->has_woken = true;
    }
  }
};

}  // namespace muster::regions
