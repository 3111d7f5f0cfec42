// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The num_threads clause as Clang passes it: by a call of its own before the fork.
#pragma once

#include <cstdint>

#include "teams/teams.h"

namespace muster::abi::kmp {

// What a clause with a list or with `strict` asks of the next fork (OpenMP 6.0, 12.1.2).
struct NumThreadsClause {
  std::uint32_t size = 1;  // of the region
  const settings::Icvs* displaced = nullptr;
  settings::Icvs own;
};
// The list's further elements become the ICV of the region's tasks until give_back.
NumThreadsClause take_clause(teams::Member& self);
void give_back(teams::Member& self, const NumThreadsClause& clause);

template <class Fork>
MUSTER_NOINLINE void fork_by_clause(teams::Member& self, const Fork& fork) {
  const NumThreadsClause clause = take_clause(self);
  fork(clause.size);
  give_back(self, clause);
}

// Calls `fork(size)` with the size that was pushed.
template <class Fork>
MUSTER_ALWAYS_INLINE void fork_as_pushed(teams::Member& self, const Fork& fork) {
  const std::int32_t pushed = self.pushed_threads;
  self.pushed_threads = 0;
  if (pushed >= 0) [[likely]] {
    fork(teams::choose_team_size(self, static_cast<std::uint32_t>(pushed)));
    return;
  }
  fork_by_clause(self, fork);
}

}  // namespace muster::abi::kmp
