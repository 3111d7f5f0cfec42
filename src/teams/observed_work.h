// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and worksharing while somebody listens (events/). A front does what it does anyway, and calls these where events::listening is
// set: one function a construct, whichever front called.
#pragma once

#include "events/events.h"
#include "teams/barrier.h"
#include "teams/cancellation.h"
#include "teams/team.h"
#include "teams/work_sharing.h"

namespace muster::teams::observed {

// teams::barrier and teams::barrier_or_cancelled.
void barrier(Member& self, events::SyncKind kind, events::Caller caller);
bool barrier_or_cancelled(Member& self, events::SyncKind kind, events::Caller caller);

// GCC-built code calls GOMP_barrier at the end of a single construct and of a loop that it has divided by itself, and for a barrier construct.
// Before such a loop it asks for the size of the team and, a few instructions later, for the thread's number, as hardly anything else does.
// So the next barrier is taken for the end of the construct.
void asks_size(events::Caller caller);
void asks_number(events::Caller caller);
events::SyncKind barrier_kind_by_history(const Member& self, events::Caller caller);

// A worksharing construct begins for the member, with so many iterations, or sections. Ends the one before, if its end had no call of its
// own.
void begin_work(Member& self, events::WorkKind kind, std::uint64_t count, events::Caller caller);
// It ends, if it has not.
void end_work(Member& self, events::Caller caller);
// A single construct whose block has no end call (GOMP_single_start) ends at the latest where its thread meets the next construct, or its region
// ends.
void end_open_work(Member& self);
// Iterations of it, counted from the loop's first, go to the member.
void dispatch(Member& self, const loops::Range& range);
// What next_chunk() has found: iterations, or the end of the construct.
void deal(Member& self, const loops::Range& range);

// teams::take_chunk. The chunk is told, or where nobody wants to hear of each (Listener::hears_each_chunk), one of several is (observed_chunks.cpp).
bool take_chunk(Member& self, loops::Range& chunk);

// teams::start_loop.
void start_loop(Member& self, const loops::IterationSpace& space, const LoopKind& kind, events::Caller caller);

// Whether the compiler calls the runtime where a single construct's block ends. GCC does not.
enum class EndOfSingle : bool { is_not_told, is_told };
// What claim_single() has answered.
void begin_single(Member& self, bool runs_block, EndOfSingle end, events::Caller caller);

// A scope construct of GCC's, whose end is the next barrier.
void begin_scope(Member& self, events::Caller caller);

// A taskloop, whose caller is resolved. It may be met inside of another construct of the member's, and inside of another taskloop.
void begin_taskloop(std::uint64_t count, events::Caller caller);
void end_taskloop(std::uint64_t count, events::Caller caller);

void begin_masked(events::Caller caller);
void end_masked(events::Caller caller);

// teams::enter_ordered and teams::leave_ordered.
void enter_ordered(Member& self, events::Caller caller);
void leave_ordered(Member& self, events::Caller caller);

// teams::doacross_source and teams::doacross_sink, whose iteration has a number for each loop of the nest.
void doacross_source(Member& self, const std::uint64_t* iteration, events::Caller caller);
void doacross_sink(Member& self, const std::uint64_t* iteration, events::Caller caller);

// teams::cancel and teams::is_cancelled; `flag` says which construct.
bool cancel(Member& self, Cancellable construct, std::uint32_t flag, events::Caller caller);
bool is_cancelled(Member& self, Cancellable construct, std::uint32_t flag, events::Caller caller);

}  // namespace muster::teams::observed

namespace muster::teams {

// start_loop() as entry points call it, or with the caller of a region whose compiler begins the loop with it.
MUSTER_ALWAYS_INLINE void start_loop(Member& self, const loops::IterationSpace& space, const LoopKind& kind,
                                     events::Caller caller) {
  if (events::listening) [[unlikely]] {
    observed::start_loop(self, space, kind, caller);
    return;
  }
  start_loop(self, space, kind);
}

MUSTER_ALWAYS_INLINE void barrier(Member& self, events::SyncKind kind, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    observed::barrier(self, kind, caller);
    return;
  }
  barrier(self);
}

MUSTER_ALWAYS_INLINE bool barrier_or_cancelled(Member& self, events::SyncKind kind, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    return observed::barrier_or_cancelled(self, kind, caller);
  }
  return barrier_or_cancelled(self);
}

MUSTER_ALWAYS_INLINE void enter_ordered(Member& self, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    observed::enter_ordered(self, caller);
    return;
  }
  enter_ordered(self);
}
MUSTER_ALWAYS_INLINE void leave_ordered(Member& self, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    observed::leave_ordered(self, caller);
    return;
  }
  leave_ordered(self);
}

}  // namespace muster::teams
