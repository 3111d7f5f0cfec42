// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Situations in which nothing has been found out yet.
#pragma once

#include "waiting/decide.h"

namespace muster::waiting {

inline constexpr std::uint64_t kMillisecond_ns = 1'000'000;

// A worker of a team that has a CPU for each of its threads, beside nobody.
constexpr Situation team_that_fits(std::uint32_t cpus) {
  Situation now;
  now.threads = cpus;
  now.cpus = cpus;
  now.in_barrier = true;
  now.blocktime_ns = 3 * kMillisecond_ns;
  return now;
}

constexpr Situation crowded_team(std::uint32_t threads, std::uint32_t cpus) {
  Situation now = team_that_fits(cpus);
  now.threads = threads;
  now.full_fences = true;
  return now;
}

}  // namespace muster::waiting
