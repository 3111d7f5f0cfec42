// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strangers: whether other threads than the team's could run, as the number of runnable threads of the whole system tells. Linux may count a thread
// that has just fallen asleep as runnable for a while (EEVDF takes it off the queue late), and one that is just being woken not yet. So the answer
// is sure only outside of what the team may account for.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waiting/known.h"
#include "waiting/presence.h"

namespace muster::waiting {

// From how many threads of the system could run, negative if that is not known, how many of the team surely could, and its size.
constexpr Known strangers_run(std::int32_t runnable, std::uint32_t of_team, std::uint32_t size) {
  if (runnable < 0) {
    return Known::unknown;
  }
  const auto threads = static_cast<std::uint32_t>(runnable);
  return threads > size ? Known::yes : threads <= of_team ? Known::no : Known::unknown;
}

// Asked after a yield that took a slice, which may have gone to nobody: the system puts threads where others wait, and leaves a CPU idle.
template <platform::Platform P>
Known strangers_run_now(const Roster<P>& team, Presence<P>& self) {
  const std::int32_t runnable = P::runnable_threads();
  return strangers_run(runnable, awake_threads(team, self), team.size());
}

// Asked in a team that sleeps at its waits, where one that is awake may not be runnable yet.
template <platform::Platform P>
Known strangers_are_left(const Roster<P>& team, Presence<P>& self) {
  // Before and after, as one that began to work in between was not counted by the system.
  const std::uint32_t worked = working_threads(team, self);
  const std::int32_t runnable = P::runnable_threads();
  return strangers_run(runnable, std::min(worked, working_threads(team, self)), team.size());
}

}  // namespace muster::waiting
