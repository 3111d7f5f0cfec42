// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the display says about things that are found out elsewhere: the default team and the stack of its threads.
#pragma once

#include <cstdint>

#include "topology/topology.h"

namespace muster::settings {

struct DefaultTeamNote {
  std::int32_t num_threads = 1;
  std::int32_t affinity_mask_cpus = 1;
  std::int32_t cgroup_quota_cpus = 0;  // 0: no quota
  std::int32_t thread_limit = 0;       // 0 or kUnlimitedThreads: none
  topology::TeamBound decided_by = topology::TeamBound::kAffinityMask;
  std::uint64_t stack_size_bytes = 0;  // what a thread gets if OMP_STACKSIZE is not set; 0: not known
};

}  // namespace muster::settings
