// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_loop_*: worksharing loops whose iterations are long.
#include "abi/gomp/loop.h"

#include "abi/exports/export.h"
#include "abi/gomp/schedule.h"

namespace muster::abi::gomp {

// The first chunk and the following ones of a loop with a schedule that the entry point's name says.
#define MUSTER_LOOP(node, name, kind, modifier, is_ordered)                                                       \
  MUSTER_GOMP(node, bool, GOMP_loop_##name##_start,                                                               \
              (long first, long end, long step, long chunk, long* chunk_first, long* chunk_end)) {                \
    const teams::LoopKind loop{make_schedule(ScheduleKind::kind, ScheduleModifier::modifier, chunk), is_ordered}; \
    return start(runtime::current(), space_of(first, end, step), loop, chunk_first, chunk_end, MUSTER_CALLER());  \
  }                                                                                                               \
  MUSTER_GOMP(node, bool, GOMP_loop_##name##_next, (long* chunk_first, long* chunk_end)) {                        \
    if (!runtime::has_entered()) [[unlikely]] {                                                                   \
      return runtime::after_entering<GOMP_loop_##name##_next>(chunk_first, chunk_end);                            \
    }                                                                                                             \
    return next(*teams::current_member, chunk_first, chunk_end);                                                  \
  }

#define MUSTER_RUNTIME_LOOP(node, name, must_be_monotonic, is_ordered)                             \
  MUSTER_GOMP(node, bool, GOMP_loop_##name##_start,                                                \
              (long first, long end, long step, long* chunk_first, long* chunk_end)) {             \
    teams::Member& self = runtime::current();                                                      \
    const teams::LoopKind loop{runtime_schedule(self, must_be_monotonic), is_ordered};             \
    return start(self, space_of(first, end, step), loop, chunk_first, chunk_end, MUSTER_CALLER()); \
  }                                                                                                \
  MUSTER_GOMP(node, bool, GOMP_loop_##name##_next, (long* chunk_first, long* chunk_end)) {         \
    if (!runtime::has_entered()) [[unlikely]] {                                                    \
      return runtime::after_entering<GOMP_loop_##name##_next>(chunk_first, chunk_end);             \
    }                                                                                              \
    return next(*teams::current_member, chunk_first, chunk_end);                                   \
  }

MUSTER_LOOP(GOMP_1_0, static, static_, none, false)
MUSTER_LOOP(GOMP_1_0, dynamic, dynamic, monotonic, false)
MUSTER_LOOP(GOMP_1_0, guided, guided, monotonic, false)
MUSTER_LOOP(GOMP_4_5, nonmonotonic_dynamic, dynamic, monotonic, false)
MUSTER_LOOP(GOMP_4_5, nonmonotonic_guided, guided, nonmonotonic, false)
MUSTER_LOOP(GOMP_1_0, ordered_static, static_, none, true)
MUSTER_LOOP(GOMP_1_0, ordered_dynamic, dynamic, none, true)
MUSTER_LOOP(GOMP_1_0, ordered_guided, guided, none, true)
MUSTER_RUNTIME_LOOP(GOMP_1_0, runtime, true, false)
MUSTER_RUNTIME_LOOP(GOMP_5_0, nonmonotonic_runtime, false, false)
MUSTER_RUNTIME_LOOP(GOMP_5_0, maybe_nonmonotonic_runtime, false, false)
MUSTER_RUNTIME_LOOP(GOMP_1_0, ordered_runtime, true, true)

MUSTER_GOMP(GOMP_1_0, void, GOMP_loop_end, ()) {
  teams::barrier(runtime::current(), events::SyncKind::barrier_implicit_workshare, MUSTER_CALLER());
}
MUSTER_GOMP(GOMP_1_0, void, GOMP_loop_end_nowait, ()) {}

}  // namespace muster::abi::gomp
