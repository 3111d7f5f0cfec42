// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_parallel_loop_*: `parallel for` in one call. Every thread finds the loop started when the outlined function asks for
// its first chunk. The bounds travel to the workers by pointer: the primary's frame outlives the region.
#include "abi/exports/export.h"
#include "abi/gomp/loop.h"
#include "abi/gomp/region.h"
#include "abi/gomp/schedule.h"

namespace muster::abi::gomp {
namespace {

struct CombinedLoop {
  loops::IterationSpace space;
  teams::LoopKind kind;
};

// The loop that begins with its region, whose caller it has.
MUSTER_ALWAYS_INLINE void start_with_region(teams::Member& self, const loops::IterationSpace& space,
                                            const teams::LoopKind& kind) {
  if (events::listening) [[unlikely]] {
    teams::observed::start_loop(self, space, kind, events::this_task().region->caller);
    return;
  }
  teams::start_loop(self, space, kind);
}

struct StartAndCall {
  static void call(teams::Member& self, void* function, void* const* arguments, std::uint32_t /*count*/) {
    const auto& loop = *static_cast<const CombinedLoop*>(arguments[1]);
    start_with_region(self, loop.space, loop.kind);
    reinterpret_cast<Outlined>(function)(arguments[0]);
  }
};

MUSTER_ALWAYS_INLINE void parallel_loop(Outlined function, void* data, unsigned num_threads, long first, long end,
                                        long step, const Schedule& schedule, unsigned flags) {
  teams::Member& self = runtime::current();
  push_clause(self, flags);
  CombinedLoop loop{space_of(first, end, step), {schedule, false}};
  threads::Work work = work_for(function, data);
  work.arguments[1] = &loop;
  work.argument_count = 2;
  run_parallel<StartAndCall>(self, work, num_threads);
}

// The bounds for the pair of calls of GCC up to 4.8, whose first returns before the region runs, live in the team's
// argument slots of each worker instead of on a frame.
struct StartPackedAndCall {
  static void call(teams::Member& self, void* function, void* const* arguments, std::uint32_t count) {
    start_packed(self, arguments, count);
    reinterpret_cast<Outlined>(function)(arguments[0]);
  }

  // arguments: data, first, end, step; count: kind and chunk, see pack().
  static void start_packed(teams::Member& self, void* const* arguments, std::uint32_t count) {
    const auto as_long = [](void* value) { return static_cast<long>(reinterpret_cast<std::intptr_t>(value)); };
    const auto kind = static_cast<ScheduleKind>(count & 0xffU);
    const Schedule schedule = make_schedule(kind, ScheduleModifier::monotonic, static_cast<std::int64_t>(count >> 8U));
    start_with_region(self, space_of(as_long(arguments[1]), as_long(arguments[2]), as_long(arguments[3])),
                      {schedule, false});
  }
};

// 24 bits of chunk size: a larger one makes no difference that a program could rely on, since any schedule may be dealt in
// smaller chunks only if it is static; those are cut to the same size for every thread.
std::uint32_t pack(const Schedule& schedule) {
  constexpr std::int64_t kLargest = (1 << 24) - 1;
  const std::int64_t chunk = schedule.chunk < kLargest ? schedule.chunk : kLargest;
  return static_cast<std::uint32_t>(schedule.kind) | static_cast<std::uint32_t>(chunk) << 8U;
}

MUSTER_ALWAYS_INLINE void parallel_loop_start(Outlined function, void* data, unsigned num_threads, long first, long end,
                                              long step, const Schedule& schedule, events::Caller caller) {
  teams::Member& self = runtime::current();
  const auto as_pointer = [](long value) { return reinterpret_cast<void*>(static_cast<std::intptr_t>(value)); };
  threads::Work work = work_for(function, data);
  work.arguments[1] = as_pointer(first);
  work.arguments[2] = as_pointer(end);
  work.arguments[3] = as_pointer(step);
  work.argument_count = pack(schedule);
  teams::Member& primary = fork_for_caller<StartPackedAndCall>(self, work, num_threads, caller);
  StartPackedAndCall::start_packed(primary, work.arguments, work.argument_count);
}

}  // namespace

#define MUSTER_PARALLEL_LOOP(node, name, kind, modifier)                                                               \
  MUSTER_GOMP(node, void, GOMP_parallel_loop_##name,                                                                   \
              (void (*function)(void*), void* data, unsigned num_threads, long first, long end, long step, long chunk, \
               unsigned flags)) {                                                                                      \
    parallel_loop(function, data, num_threads, first, end, step,                                                       \
                  make_schedule(ScheduleKind::kind, ScheduleModifier::modifier, chunk), flags);                        \
  }

#define MUSTER_PARALLEL_RUNTIME_LOOP(node, name, must_be_monotonic)                                                   \
  MUSTER_GOMP(                                                                                                        \
      node, void, GOMP_parallel_loop_##name,                                                                          \
      (void (*function)(void*), void* data, unsigned num_threads, long first, long end, long step, unsigned flags)) { \
    parallel_loop(function, data, num_threads, first, end, step,                                                      \
                  runtime_schedule(runtime::current(), must_be_monotonic), flags);                                    \
  }

#define MUSTER_PARALLEL_LOOP_START(name, kind)                                                                    \
  MUSTER_GOMP(                                                                                                    \
      GOMP_1_0, void, GOMP_parallel_loop_##name##_start,                                                          \
      (void (*function)(void*), void* data, unsigned num_threads, long first, long end, long step, long chunk)) { \
    parallel_loop_start(function, data, num_threads, first, end, step,                                            \
                        make_schedule(ScheduleKind::kind, ScheduleModifier::monotonic, chunk), MUSTER_CALLER());  \
  }

MUSTER_PARALLEL_LOOP(GOMP_4_0, static, static_, none)
MUSTER_PARALLEL_LOOP(GOMP_4_0, dynamic, dynamic, monotonic)
MUSTER_PARALLEL_LOOP(GOMP_4_0, guided, guided, monotonic)
MUSTER_PARALLEL_LOOP(GOMP_4_5, nonmonotonic_dynamic, dynamic, monotonic)
MUSTER_PARALLEL_LOOP(GOMP_4_5, nonmonotonic_guided, guided, nonmonotonic)
MUSTER_PARALLEL_RUNTIME_LOOP(GOMP_4_0, runtime, true)
MUSTER_PARALLEL_RUNTIME_LOOP(GOMP_5_0, nonmonotonic_runtime, false)
MUSTER_PARALLEL_RUNTIME_LOOP(GOMP_5_0, maybe_nonmonotonic_runtime, false)
MUSTER_PARALLEL_LOOP_START(static, static_)
MUSTER_PARALLEL_LOOP_START(dynamic, dynamic)
MUSTER_PARALLEL_LOOP_START(guided, guided)

MUSTER_GOMP(GOMP_1_0, void, GOMP_parallel_loop_runtime_start,
            (void (*function)(void*), void* data, unsigned num_threads, long first, long end, long step)) {
  parallel_loop_start(function, data, num_threads, first, end, step, runtime_schedule(runtime::current(), true),
                      MUSTER_CALLER());
}

}  // namespace muster::abi::gomp
