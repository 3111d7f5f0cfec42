// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// single and copyprivate (OpenMP 5.2, 11.1 and 5.7.2).
#pragma once

#include "teams/barrier.h"
#include "teams/conditions.h"
#include "teams/dealt_parts.h"
#include "teams/observed_work.h"
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

// While things are dealt: the members take turns (dealt_parts.h), whichever comes first. The word counts as above, if not in their order.
inline bool claim_dealt_single(Member& self) {
  ++self.counts.singles;
  meet_dealt(self);
  const bool is_own = dealt_part(self, 0) == 0;
  if (is_own) {
    self.team->header.barriers.singles->fetch_add_relaxed(1);
  }
  return is_own;
}

inline bool claim_single_told(Member& self, observed::EndOfSingle end, events::Caller caller) {
  // Where members may leave the region, the one whose turn it is may have left.
  const bool runs_block =
      tasks::dealing && !tasks::cancellation && self.team_size > 1 ? claim_dealt_single(self) : claim_single(self);
  observed::begin_single(self, runs_block, end, caller);
  return runs_block;
}
// The same as entry points call it.
MUSTER_ALWAYS_INLINE bool claim_single(Member& self, observed::EndOfSingle end, events::Caller caller) {
  return events::listening ? claim_single_told(self, end, caller) : claim_single(self);
}

// The thread that gave its data the last time may claim the next block first, as its cache has them still: the last thread to come leaves a barrier
// first, and it has just copied, so the blocks would go around, and each would fetch all that the one before has written. Threads that share a
// CPU share its cache, and wait for it.
constexpr bool gives_head_start(std::uint32_t threads, std::uint32_t cpus) { return threads > 1 && threads <= cpus; }
// What that thread is behind by: a line transfer, and another until its claim is seen. The longest measured are 180 ns.
inline constexpr std::uint64_t kHeadStart_ns = 400;

MUSTER_NOINLINE inline void give_head_start(Member& self) {
  self.has_copied = false;
  if (gives_head_start(self.team_size, conditions.cpus)) {
    const std::uint64_t mine = self.counts.singles;
    Native::await_within(
        *self.team->header.barriers.singles, [mine](std::uint64_t claimed) { return claimed != mine; }, kHeadStart_ns,
        1);
  }
}

// claim_single() for entry points that may begin a single construct with copyprivate.
MUSTER_ALWAYS_INLINE bool claim_single_that_copies(Member& self, observed::EndOfSingle end, events::Caller caller) {
  if (self.has_copied) [[unlikely]] {
    give_head_start(self);
  }
  return claim_single(self, end, caller);
}

// The barriers of copyprivate where a region may be cancelled, or somebody listens. In a cancelled region they do not wait for all, so the members
// that are there meet after them.
MUSTER_NOINLINE inline void begin_copies_unusual(Member& self, events::Caller caller) {
  barrier(self, events::SyncKind::barrier_implicit_workshare, caller);
  begin_copies(self);
}
MUSTER_NOINLINE inline void end_copies_unusual(Member& self, events::Caller caller) {
  barrier(self, events::SyncKind::barrier_implicit_workshare, caller);
  end_copies(self);
}
// A bit of it, which is one instruction, as it is to ask whether somebody listens.
MUSTER_ALWAYS_INLINE bool is_copying_unusual() { return (tasks::unusual & 1U) != 0; }

MUSTER_ALWAYS_INLINE void barrier_before_copies(Member& self, events::Caller caller) {
  if (is_copying_unusual()) [[unlikely]] {
    begin_copies_unusual(self, caller);
    return;
  }
  barrier(self);
}

// Called by all members but the one that ran the block, which calls publish_copy. Both contain a barrier, after which the
// pointer may be read; a further barrier keeps it valid until all have copied: barrier_after_copies() or one that is a cancellation point.
MUSTER_ALWAYS_INLINE void* await_copy(Member& self, events::Caller caller) {
  self.has_copied = true;
  barrier_before_copies(self, caller);
  return self.team->copyprivate.load_relaxed();
}
MUSTER_ALWAYS_INLINE void publish_copy(Member& self, void* data, events::Caller caller) {
  // Ordered by the barrier.
  self.team->copyprivate.store_relaxed(data);
  barrier_before_copies(self, caller);
}
MUSTER_ALWAYS_INLINE void barrier_after_copies(Member& self, events::Caller caller) {
  if (is_copying_unusual()) [[unlikely]] {
    end_copies_unusual(self, caller);
    return;
  }
  barrier(self);
}

// The same where neither is to be asked (is_copying_unusual()); after it comes barrier().
inline void* await_copy(Member& self) {
  self.has_copied = true;
  barrier(self);
  return self.team->copyprivate.load_relaxed();
}
inline void publish_copy(Member& self, void* data) {
  self.team->copyprivate.store_relaxed(data);
  barrier(self);
}

}  // namespace muster::teams
