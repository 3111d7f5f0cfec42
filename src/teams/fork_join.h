// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fork and join of a parallel region: the path that everything hangs on.
//
// An unchanged fork writes one line to each worker and nothing else that anybody shares; a join is one gather. See
// ARCHITECTURE.md, "Life of a parallel region".
#pragma once

#include <cstdint>

#include "teams/team.h"

namespace muster::teams {

using RunRegion = void (*)(threads::Thread& thread, threads::Seat& seat);

// Starts the workers of a region of at most `size` threads and makes the caller its primary thread. Returns the primary's
// member; member.team_size says how many threads there are (fewer than asked for when the system has no more).
Member& fork(Member& parent, const threads::Work& work, RunRegion run, std::uint32_t size);
// Waits for the workers and makes the caller its parent again.
void join(Member& primary);

// A worker's side of the same.
Member& begin_region(threads::Thread& thread, threads::Seat& seat);
void end_region(Member& self);

// `Invoke::call(member, function, arguments, count)` runs the outlined function: how is a matter of the ABI. `Invoke::begin(member)`, if there is one, is
// called first by each worker, and Invoke::before_fork(parent) by the primary.
template <class Invoke>
MUSTER_ALWAYS_INLINE void begin_worker(const Member& self) {
  if constexpr (requires { Invoke::begin(self); }) {
    Invoke::begin(self);
  }
}
template <class Invoke>
MUSTER_ALWAYS_INLINE void begin_primary(const Member& parent) {
  if constexpr (requires { Invoke::before_fork(parent); }) {
    Invoke::before_fork(parent);
  }
}

template <class Invoke>
void run_region(threads::Thread& thread, threads::Seat& seat) {
  Member& self = begin_region(thread, seat);
  begin_worker<Invoke>(self);
  const threads::Go& go = seat.line.go.get();
  Invoke::call(self, go.function, go.arguments, go.argument_count);
  end_region(self);
}

template <class Invoke>
void parallel(Member& parent, const threads::Work& work, std::uint32_t size) {
  begin_primary<Invoke>(parent);
  Member& primary = fork(parent, work, &run_region<Invoke>, size);
  Invoke::call(primary, work.function, work.arguments, work.argument_count);
  join(primary);
}

}  // namespace muster::teams
