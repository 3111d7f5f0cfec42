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

inline teams::Member& fork_for_caller(teams::Member& self, Outlined function, void* data, unsigned num_threads) {
  return teams::fork(self, work_for(function, data), &teams::run_region<CallOutlined>,
                     teams::choose_team_size(self, num_threads));
}

}  // namespace muster::abi::gomp
