// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_teams_reg: teams outside of target.
#include "abi/exports/export.h"
#include "abi/omp/league_region.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {

// A clause that is not there is 0.
MUSTER_GOMP(GOMP_5_0, void, GOMP_teams_reg,
            (void (*function)(void*), void* data, unsigned /*num_teams*/, unsigned thread_limit, unsigned /*flags*/)) {
  run_league(runtime::current(), static_cast<std::int32_t>(thread_limit), [=] { function(data); });
}

}  // namespace muster::abi::gomp
