// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_loop_ull_*: worksharing loops whose iterations are unsigned long long.
#include "abi/exports/export.h"
#include "abi/gomp/loop.h"
#include "abi/gomp/schedule.h"

namespace muster::abi::gomp {

using Ull = UnsignedLongLong;

#define MUSTER_LOOP_ULL(node, name, kind, modifier, is_ordered)                                                      \
  MUSTER_GOMP(node, bool, GOMP_loop_ull_##name##_start,                                                              \
              (bool up, Ull first, Ull end, Ull step, Ull chunk, Ull* chunk_first, Ull* chunk_end)) {                \
    const Schedule schedule =                                                                                        \
        make_schedule(ScheduleKind::kind, ScheduleModifier::modifier, static_cast<std::int64_t>(chunk));             \
    return start(runtime::current(), space_of(up, first, end, step), {schedule, is_ordered}, chunk_first, chunk_end, \
                 MUSTER_CALLER());                                                                                   \
  }                                                                                                                  \
  MUSTER_GOMP(node, bool, GOMP_loop_ull_##name##_next, (Ull * chunk_first, Ull * chunk_end)) {                       \
    if (!runtime::has_entered()) [[unlikely]] {                                                                      \
      return runtime::after_entering<GOMP_loop_ull_##name##_next>(chunk_first, chunk_end);                           \
    }                                                                                                                \
    return next(*teams::current_member, chunk_first, chunk_end);                                                     \
  }

#define MUSTER_RUNTIME_LOOP_ULL(node, name, must_be_monotonic, is_ordered)                             \
  MUSTER_GOMP(node, bool, GOMP_loop_ull_##name##_start,                                                \
              (bool up, Ull first, Ull end, Ull step, Ull* chunk_first, Ull* chunk_end)) {             \
    teams::Member& self = runtime::current();                                                          \
    const teams::LoopKind loop{runtime_schedule(self, must_be_monotonic), is_ordered};                 \
    return start(self, space_of(up, first, end, step), loop, chunk_first, chunk_end, MUSTER_CALLER()); \
  }                                                                                                    \
  MUSTER_GOMP(node, bool, GOMP_loop_ull_##name##_next, (Ull * chunk_first, Ull * chunk_end)) {         \
    if (!runtime::has_entered()) [[unlikely]] {                                                        \
      return runtime::after_entering<GOMP_loop_ull_##name##_next>(chunk_first, chunk_end);             \
    }                                                                                                  \
    return next(*teams::current_member, chunk_first, chunk_end);                                       \
  }

MUSTER_LOOP_ULL(GOMP_2_0, static, static_, none, false)
MUSTER_LOOP_ULL(GOMP_2_0, dynamic, dynamic, monotonic, false)
MUSTER_LOOP_ULL(GOMP_2_0, guided, guided, monotonic, false)
MUSTER_LOOP_ULL(GOMP_4_5, nonmonotonic_dynamic, dynamic, monotonic, false)
MUSTER_LOOP_ULL(GOMP_4_5, nonmonotonic_guided, guided, nonmonotonic, false)
MUSTER_LOOP_ULL(GOMP_2_0, ordered_static, static_, none, true)
MUSTER_LOOP_ULL(GOMP_2_0, ordered_dynamic, dynamic, none, true)
MUSTER_LOOP_ULL(GOMP_2_0, ordered_guided, guided, none, true)
MUSTER_RUNTIME_LOOP_ULL(GOMP_2_0, runtime, true, false)
MUSTER_RUNTIME_LOOP_ULL(GOMP_5_0, nonmonotonic_runtime, false, false)
MUSTER_RUNTIME_LOOP_ULL(GOMP_5_0, maybe_nonmonotonic_runtime, false, false)
MUSTER_RUNTIME_LOOP_ULL(GOMP_2_0, ordered_runtime, true, true)

}  // namespace muster::abi::gomp
