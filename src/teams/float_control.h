// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding, traps and denormal numbers of a team's workers. On libomp they are the primary thread's at the beginning of each region, whatever a worker
// has set before; on libgomp those of the thread that made the worker, at that time. So code of Clang compares at each region, and workers of any team
// begin in it as its primary was when they came, wherever they have been before.
//
// One instruction reads what nearly all programs change, and a branch that is foreseen waits for it. A change of the x87 control word alone is not noticed.
#pragma once

#include "platform/cpu.h"
#include "teams/team.h"

namespace muster::teams {

// By the primary, while its workers idle. Published by the go.
MUSTER_NOINLINE void show_float_control(Team& team);

// Before a fork.
MUSTER_ALWAYS_INLINE void note_float_control(const Member& parent) {
  // A team that is made now is shown it when its members are.
  if (parent.inner != nullptr && parent.inner->header.floats.scalar != platform::cpu::scalar_control()) [[unlikely]] {
    show_float_control(*parent.inner);
  }
}

// By a worker in a region.
MUSTER_ALWAYS_INLINE void take_float_control(const Member& self) {
  const platform::cpu::FloatControl& floats = self.team->header.floats;
  if (floats.scalar != platform::cpu::scalar_control()) [[unlikely]] {
    platform::cpu::set_float_control(floats);
  }
}

}  // namespace muster::teams
