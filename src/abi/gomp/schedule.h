// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedules of GCC's loop calls.
//
// A dynamic loop gives each thread rising iterations, also where GCC calls it nonmonotonic, which it does with every schedule(dynamic): libgomp has one
// counter a loop, and programs rely on it (megahit sizes a thread's memory by its first iteration, sumaclust takes a thread's first hit for
// its least one). Only OMP_SCHEDULE=nonmonotonic:dynamic, which somebody has written, is taken at its word (decision 26).
#pragma once

#include "runtime/runtime.h"
#include "teams/teams.h"

namespace muster::abi::gomp {

using settings::Schedule;
using settings::ScheduleKind;
using settings::ScheduleModifier;

// What the entry points take that have the schedule as an argument (GOMP_loop_start and others, GCC 9 and later).
inline constexpr long kMonotonicBit = 0x80000000L;

constexpr Schedule make_schedule(ScheduleKind kind, ScheduleModifier modifier, std::int64_t chunk) {
  Schedule schedule;
  schedule.kind = kind;
  schedule.modifier = modifier;
  schedule.chunk = chunk;
  return schedule;
}

// run-sched-var under the modifier that the loop's own clause has. GCC's plain "runtime" entry points are those of a loop that
// must be monotonic; the "maybe" ones leave it to the ICV.
inline Schedule runtime_schedule(const teams::Member& self, bool must_be_monotonic) {
  // GCC-built programs may have been tuned with libgomp's default, unless they were linked with libomp (runtime/loaded_as.h).
  Schedule schedule = settings::schedule_of_gomp(self.icvs->run_schedule);
  const bool is_rising = schedule.kind == ScheduleKind::dynamic && schedule.modifier == ScheduleModifier::none;
  if (must_be_monotonic || is_rising) {
    schedule.modifier = ScheduleModifier::monotonic;
  }
  return schedule;
}

// `code`: 0 runtime, 1 static, 2 dynamic, 3 guided, 4 auto.
inline Schedule schedule_from_code(const teams::Member& self, long code, std::int64_t chunk) {
  const bool monotonic = (code & kMonotonicBit) != 0;
  const ScheduleModifier modifier = monotonic ? ScheduleModifier::monotonic : ScheduleModifier::none;
  switch (code & ~kMonotonicBit) {
    case 0: return runtime_schedule(self, monotonic);
    case 2: return make_schedule(ScheduleKind::dynamic, ScheduleModifier::monotonic, chunk);
    case 3: return make_schedule(ScheduleKind::guided, modifier, chunk);
    case 4: return make_schedule(ScheduleKind::auto_, modifier, 0);
    default: return make_schedule(ScheduleKind::static_, modifier, chunk);
  }
}

}  // namespace muster::abi::gomp
