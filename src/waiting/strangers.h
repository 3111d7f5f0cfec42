// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strangers: whether other threads than the team's could run on its CPUs, as the number of runnable threads of the whole system tells. Linux may count a
// thread that has just fallen asleep as runnable for a while (EEVDF takes it off the queue late), and one that is just being woken not yet. Others may also
// run on CPUs that the team leaves idle or the process may not use. So the answer is sure only outside of all that.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waiting/known.h"
#include "waiting/neighbours.h"

namespace muster::waiting {

// `runnable` threads of the system could run, negative if that is not known; `of_team` of the team surely could; `accounted_for` could without a
// stranger on the team's CPUs.
constexpr Known strangers_run(std::int32_t runnable, std::uint32_t of_team, std::uint32_t accounted_for) {
  if (runnable < 0) {
    return Known::unknown;
  }
  const auto threads = static_cast<std::uint32_t>(runnable);
  return threads > accounted_for ? Known::yes : threads <= of_team ? Known::no : Known::unknown;
}

// Whether the number of runnable threads of a system with so many CPUs, 0 if that is not known, says anything of those that the process may use.
constexpr bool tells_of_strangers(std::uint32_t cpus, std::uint32_t system_cpus) {
  return system_cpus != 0 && cpus >= system_cpus;
}

// How many threads could run without a stranger on the CPUs of a team of that size, in a process that may use `cpus` of the system's; a system of 0
// is not known.
constexpr std::uint32_t accounted_for(std::uint32_t size, std::uint32_t cpus, std::uint32_t system_cpus) {
  // Any number on the CPUs that the process may not use.
  return tells_of_strangers(cpus, system_cpus) ? std::max(size, cpus) : ~std::uint32_t{0};
}

// Asked after a yield that took a slice, which may have gone to nobody: the system puts threads where others wait, and leaves a CPU idle.
template <platform::Platform P>
Known strangers_run_now(const Roster<P>& team, Presence<P>& self, std::uint32_t cpus) {
  const std::int32_t runnable = P::runnable_threads();
  return strangers_run(runnable, awake_threads(team, self), accounted_for(team.size(), cpus, P::system_cpus()));
}

// Asked in a team that sleeps at its waits, where one that is awake may not be runnable yet.
template <platform::Platform P>
Known strangers_are_left(const Roster<P>& team, Presence<P>& self, std::uint32_t cpus) {
  // Before and after, as one that began to work in between was not counted by the system.
  const std::uint32_t worked = working_threads(team, self);
  const std::int32_t runnable = P::runnable_threads();
  return strangers_run(runnable, std::min(worked, working_threads(team, self)),
                       accounted_for(team.size(), cpus, P::system_cpus()));
}

}  // namespace muster::waiting
