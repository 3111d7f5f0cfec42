// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_loop_doacross_* and GOMP_doacross_*: loops with ordered(n) and depend(sink) or depend(source). GCC normalises the nest to
// logical iterations and tests itself whether a sink lies inside it. Chunks come from the plain GOMP_loop_*_next calls.
#include <cstdarg>
#include <span>

#include "abi/exports/export.h"
#include "abi/gomp/loop.h"
#include "abi/gomp/schedule.h"
#include "abi/gomp/shared_start.h"

namespace muster::abi::gomp {
namespace {

static_assert(sizeof(long) == sizeof(std::uint64_t) && sizeof(UnsignedLongLong) == sizeof(std::uint64_t));

// Waiting for an iteration must never mean waiting for a chunk that nobody has begun and this thread would get later, so chunks
// are dealt in order whatever the schedule's modifier.
teams::LoopKind in_order(Schedule schedule) {
  schedule.modifier = ScheduleModifier::monotonic;
  return {schedule, false};
}

template <class T>
MUSTER_ALWAYS_INLINE bool start_nest(unsigned depth, const T* counts, const Schedule& schedule, T* first, T* last,
                                     events::Caller caller, std::uintptr_t* reductions = nullptr,
                                     void** memory = nullptr) {
  teams::Member& self = runtime::current();
  start_shared(self, reductions, memory);
  const auto* plain = reinterpret_cast<const std::uint64_t*>(counts);
  // Beside what the caller has just been given.
  teams::keep_memory(self);
  teams::start_doacross(self, std::span(plain, depth));
  teams::release_memory(self);
  if (reductions != nullptr) {
    // Again, as start_doacross() ends in a barrier with tasks.
    teams::barrier_without_tasks(self);
  }
  return start(self, loops::IterationSpace{0, 1, plain[0], plain[0]}, in_order(schedule), first, last, caller);
}

template <class T>
struct Iteration {
  // Those of the loops that the nest has.
  std::uint64_t numbers[teams::kMaxDoacrossDepth];

  MUSTER_ALWAYS_INLINE Iteration(const teams::DoacrossNest& nest, T outermost, std::va_list rest) {
    numbers[0] = static_cast<std::uint64_t>(outermost);
    for (std::uint32_t loop = 1; loop < nest.depth; ++loop) {
      numbers[loop] = static_cast<std::uint64_t>(va_arg(rest, T));
    }
  }
};

// The thread is in the loop, so it has entered the runtime.
template <class T>
MUSTER_ALWAYS_INLINE void wait_for(T outermost, std::va_list rest) {
  teams::Member& self = *teams::current_member;
  if (teams::has_sinks_to_await(self) || events::listening) {
    const Iteration<T> iteration(self.on_demand->doacross, outermost, rest);
    if (events::listening) [[unlikely]] {
      return teams::observed::doacross_sink(self, iteration.numbers, MUSTER_CALLER());
    }
    teams::doacross_sink(self, iteration.numbers);
  }
}

MUSTER_ALWAYS_INLINE void post(const std::uint64_t* iteration) {
  teams::Member& self = *teams::current_member;
  if (events::listening) [[unlikely]] {
    return teams::observed::doacross_source(self, iteration, MUSTER_CALLER());
  }
  if (teams::has_sinks_to_await(self)) {
    teams::doacross_source(self, iteration);
  }
}

}  // namespace

#define MUSTER_DOACROSS(prefix, T, name, kind)                                                       \
  MUSTER_GOMP(GOMP_4_5, bool, GOMP_##prefix##_doacross_##name##_start,                               \
              (unsigned depth, T* counts, T chunk, T* chunk_first, T* chunk_end)) {                  \
    const Schedule schedule =                                                                        \
        make_schedule(ScheduleKind::kind, ScheduleModifier::none, static_cast<std::int64_t>(chunk)); \
    return start_nest(depth, counts, schedule, chunk_first, chunk_end, MUSTER_CALLER());             \
  }

#define MUSTER_DOACROSS_OF(prefix, T)                                                                         \
  MUSTER_DOACROSS(prefix, T, static, static_)                                                                 \
  MUSTER_DOACROSS(prefix, T, dynamic, dynamic)                                                                \
  MUSTER_DOACROSS(prefix, T, guided, guided)                                                                  \
  MUSTER_GOMP(GOMP_4_5, bool, GOMP_##prefix##_doacross_runtime_start,                                         \
              (unsigned depth, T* counts, T* chunk_first, T* chunk_end)) {                                    \
    return start_nest(depth, counts, runtime_schedule(runtime::current(), true), chunk_first, chunk_end,      \
                      MUSTER_CALLER());                                                                       \
  }                                                                                                           \
  MUSTER_GOMP(GOMP_5_0, bool, GOMP_##prefix##_doacross_start,                                                 \
              (unsigned depth, T* counts, long code, T chunk, T* chunk_first, T* chunk_end,                   \
               std::uintptr_t* reductions, void** memory)) {                                                  \
    const Schedule schedule = schedule_from_code(runtime::current(), code, static_cast<std::int64_t>(chunk)); \
    return start_nest(depth, counts, schedule, chunk_first, chunk_end, MUSTER_CALLER(), reductions, memory);  \
  }

MUSTER_DOACROSS_OF(loop, long)
MUSTER_DOACROSS_OF(loop_ull, UnsignedLongLong)

MUSTER_GOMP(GOMP_4_5, void, GOMP_doacross_post, (long* iteration)) {
  post(reinterpret_cast<const std::uint64_t*>(iteration));
}
MUSTER_GOMP(GOMP_4_5, void, GOMP_doacross_ull_post, (UnsignedLongLong * iteration)) {
  post(reinterpret_cast<const std::uint64_t*>(iteration));
}
MUSTER_GOMP(GOMP_4_5, void, GOMP_doacross_wait, (long outermost, ...)) {
  std::va_list rest;
  va_start(rest, outermost);
  wait_for<long>(outermost, rest);
  va_end(rest);
}
MUSTER_GOMP(GOMP_4_5, void, GOMP_doacross_ull_wait, (UnsignedLongLong outermost, ...)) {
  std::va_list rest;
  va_start(rest, outermost);
  wait_for<UnsignedLongLong>(outermost, rest);
  va_end(rest);
}

}  // namespace muster::abi::gomp
