// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads a team has when nobody says, and why.
#pragma once

#include <cstdint>
#include <string_view>

namespace muster::topology {

enum class TeamBound : std::uint8_t { kAffinityMask, kCpuQuota, kThreadLimit };

// For messages such as OMP_DISPLAY_ENV=verbose: "affinity mask", "CPU quota", "thread limit".
constexpr std::string_view name_of(TeamBound bound) {
  switch (bound) {
    case TeamBound::kAffinityMask: return "affinity mask";
    case TeamBound::kCpuQuota: return "CPU quota";
    case TeamBound::kThreadLimit: return "thread limit";
  }
  return "";
}

struct DefaultTeam {
  std::uint32_t threads;
  TeamBound decided_by;

  friend constexpr bool operator==(const DefaultTeam&, const DefaultTeam&) = default;
};

// The smallest of CPUs in the affinity mask, CPU quota (0: none) and OMP_THREAD_LIMIT (0: none); at least 1. Where two
// are equal, the one named first decided. This is the implementation-defined initial value of nthreads-var (OpenMP 5.2
// section 2.2), used when OMP_NUM_THREADS is not set.
constexpr DefaultTeam default_team(std::uint32_t affinity, std::uint32_t quota, std::uint32_t thread_limit) {
  DefaultTeam team{affinity == 0 ? 1 : affinity, TeamBound::kAffinityMask};
  if (quota != 0 && quota < team.threads) {
    team = {quota, TeamBound::kCpuQuota};
  }
  if (thread_limit != 0 && thread_limit < team.threads) {
    team = {thread_limit, TeamBound::kThreadLimit};
  }
  return team;
}

}  // namespace muster::topology
