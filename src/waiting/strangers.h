// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strangers: whether other threads than the team's could run, as the number of runnable threads of the whole system tells. A thread of the team may be
// runnable or not while it is being woken, so there are two questions, and between "surely there" and "surely gone" lies "not known".
#pragma once

#include <algorithm>
#include <cstdint>

#include "waiting/presence.h"

namespace muster::waiting {

// More threads could run than are awake in the team, or nobody knows how many.
template <platform::Platform P>
bool strangers_run(const Roster<P>& team, Presence<P>& self) {
  const std::int32_t runnable = P::runnable_threads();
  return runnable < 0 || static_cast<std::uint32_t>(runnable) > awake_threads(team, self);
}

// No more threads could run than have something to do in the team.
template <platform::Platform P>
bool strangers_have_gone(const Roster<P>& team, Presence<P>& self) {
  // Before and after, as one that began to work in between was not counted by the system.
  const std::uint32_t worked = working_threads(team, self);
  const std::int32_t runnable = P::runnable_threads();
  const std::uint32_t work = std::min(worked, working_threads(team, self));
  return runnable > 0 && static_cast<std::uint32_t>(runnable) <= work;
}

}  // namespace muster::waiting
