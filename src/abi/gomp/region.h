// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the parallel entry points of GCC's ABI have in common.
#pragma once

#include "teams/teams.h"

namespace muster::abi::gomp {

using Outlined = void (*)(void*);

struct CallOutlined {
  static void call(teams::Member& /*self*/, void* function, void* const* arguments, std::uint32_t /*count*/) {
    reinterpret_cast<Outlined>(function)(arguments[0]);
  }
};

inline threads::Work work_for(Outlined function, void* data) {
  threads::Work work;
  work.function = reinterpret_cast<void*>(function);
  work.arguments[0] = data;
  work.argument_count = 1;
  return work;
}

// The low bits of the flags are the proc_bind clause. Stored as they come: the code that binds threads picks them out.
inline void push_clause(teams::Member& self, unsigned flags) { self.pushed_bind = static_cast<std::uint8_t>(flags); }

// The ways while somebody listens, apart, so that the others have nothing to keep for them.
template <class Invoke>
MUSTER_OUT_OF_LINE void run_parallel_told(teams::Member& self, const threads::Work& work, unsigned requested,
                                          events::Caller caller) {
  teams::observed::parallel<Invoke>(self, work, teams::choose_team_size(self, requested), {caller, requested});
}
template <class Invoke>
MUSTER_OUT_OF_LINE teams::Member& fork_told(teams::Member& self, const threads::Work& work, unsigned requested,
                                            events::Caller caller) {
  return teams::observed::fork(self, work, teams::observed::kRunRegion<Invoke>,
                               teams::choose_team_size(self, requested),
                               {caller, requested, events::kTeam | events::kInvokedByProgram});
}

// A region in one call. `requested`: the num_threads clause, 0 without one.
template <class Invoke>
MUSTER_ALWAYS_INLINE void run_parallel(teams::Member& self, const threads::Work& work, unsigned requested) {
  if (events::listening) [[unlikely]] {
    run_parallel_told<Invoke>(self, work, requested, MUSTER_CALLER_BY_FRAME());
    return;
  }
  teams::parallel<Invoke>(self, work, teams::choose_team_size(self, requested));
}

// A region that the caller's function runs itself between two calls.
template <class Invoke>
MUSTER_ALWAYS_INLINE teams::Member& fork_for_caller(teams::Member& self, const threads::Work& work, unsigned requested,
                                                    events::Caller caller) {
  if (events::listening) [[unlikely]] {
    return fork_told<Invoke>(self, work, requested, caller);
  }
  return teams::fork(self, work, &teams::run_region<Invoke>, teams::choose_team_size(self, requested));
}

inline void join_for_caller(teams::Member& primary) {
  if (events::listening) [[unlikely]] {
    teams::observed::join(primary);
    return;
  }
  teams::join(primary);
}

}  // namespace muster::abi::gomp
