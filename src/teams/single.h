// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// single and copyprivate (OpenMP 5.2, 11.1 and 5.7.2).
#pragma once

#include "teams/barrier.h"
#include "teams/team.h"

namespace muster::teams {

// True for the one member that is to run the block: the first to come.
inline bool claim_single(Member& self) {
  if (self.team_size == 1) {
    return true;
  }
  Native::Atomic<std::uint64_t>& claimed = *self.team->header.barriers.singles;
  const std::uint64_t mine = self.counts.singles++;
  // Every member has claimed, or seen claimed, all singles before this one, so the word is not behind.
  std::uint64_t expected = mine;
  return claimed.load_relaxed() == mine && claimed.compare_exchange_relaxed(expected, mine + 1);
}

// Called by all members but the one that ran the block, which calls publish_copy. Both contain a barrier, after which the
// pointer may be read; a further barrier of the caller keeps it valid until all have copied.
inline void* await_copy(Member& self) {
  barrier(self);
  return self.team->copyprivate.load_relaxed();
}
inline void publish_copy(Member& self, void* data) {
  // Ordered by the barrier.
  self.team->copyprivate.store_relaxed(data);
  barrier(self);
}

}  // namespace muster::teams
