// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member::waiter sleeps and wakes by asymmetric fences, as those do that wake it for tasks. Where it waits for a teammate's word of the region instead
// (an ordered turn, a dependence of a doacross loop, a barrier without tasks), it goes by the fences of the team's barriers: in a team with more
// threads than CPUs most of these waits sleep, and an asymmetric sleep costs 9 us of all CPUs that run the process.
#pragma once

#include "teams/team.h"

namespace muster::teams {

// While it lives, `waiter()` goes by the fences of the team's barriers. Both who waits and who moves the word on use it.
class RegionFences {
 public:
  explicit RegionFences(Member& self) : self_(self) { self.waiter.set_fences(self.barrier_waiter.fences()); }
  ~RegionFences() { self_.waiter.set_fences(waiting::Fences::asymmetric); }
  RegionFences(const RegionFences&) = delete;
  RegionFences& operator=(const RegionFences&) = delete;

  TeamWaiter& waiter() const { return self_.waiter; }

 private:
  Member& self_;
};

}  // namespace muster::teams
