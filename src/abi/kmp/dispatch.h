// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start of a loop whose chunks the runtime hands out, for __kmpc_dispatch_init_* and its relatives.
#pragma once

#include "abi/kmp/doacross.h"
#include "abi/kmp/schedule.h"

namespace muster::abi::kmp {

// A loop that may only be cut between `unit` iterations: it is dealt out as one over units.
MUSTER_ALWAYS_INLINE void start_in_units(teams::Member& self, const loops::IterationSpace& space, teams::LoopKind kind,
                                         std::uint64_t unit, events::Caller caller) {
  loops::IterationSpace units = space;
  units.total = base::divide_rounding_up(space.total, unit);
  teams::start_loop(self, units, kind, caller);
  self.cursor.unit = unit;
  self.cursor.iterations = space.total;
}

template <class T, class Step>
MUSTER_ALWAYS_INLINE void start_dispatch(teams::Member& self, std::int32_t schedule, T lower, T upper, Step step,
                                         Step chunk, events::Caller caller) {
  teams::LoopKind kind = loop_kind(schedule, static_cast<std::int64_t>(chunk), self.icvs->run_schedule);
  const loops::IterationSpace space = between<T, Step>(lower, upper, step);
  if (self.next_loop_in_order) {
    kind.schedule.modifier = settings::ScheduleModifier::monotonic;
    start_announced_nest(self, space.total);
  }
  if (const std::uint64_t unit = take_unit(schedule, static_cast<std::int64_t>(chunk), kind.schedule); unit > 1)
      [[unlikely]] {
    start_in_units(self, space, kind, unit, caller);
    return;
  }
  self.cursor.unit = 1;
  teams::start_loop(self, space, kind, caller);
}

}  // namespace muster::abi::kmp
