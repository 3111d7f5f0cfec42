// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/gomp/shared_start.h"

#include "abi/exports/export.h"
#include "abi/gomp/loop.h"
#include "abi/gomp/schedule.h"
#include "abi/gomp/task_reduction.h"

namespace muster::abi::gomp {

void start_shared(teams::Member& self, std::uintptr_t* reductions, void** memory) {
  if (reductions == nullptr && memory == nullptr) {
    return;
  }
  const auto memory_bytes = memory != nullptr ? reinterpret_cast<std::uintptr_t>(*memory) : 0;
  std::size_t copies_bytes = 0;
  std::size_t alignment = base::kCacheLineBytes;
  if (reductions != nullptr) {
    const ReductionArray array(reductions);
    const std::size_t bytes = self.team_size * array.chunk_bytes();
    // So that what lies behind begins at a cache line.
    copies_bytes = base::divide_rounding_up(bytes, base::kCacheLineBytes) * base::kCacheLineBytes;
    alignment = array.alignment();
  }
  auto* start = static_cast<std::byte*>(teams::shared_memory(self, copies_bytes + memory_bytes, alignment));
  if (reductions != nullptr) {
    ReductionArray array(reductions);
    array.set_memory(start, self.team_size);
    array.attach_to(begin_implicit_group(self));
    teams::keep_memory(self);
    // The caller now initialises its copies without a look at what tasks of others may have done to them on this thread.
    teams::barrier_without_tasks(self);
  }
  if (memory != nullptr) {
    *memory = start + copies_bytes;
  }
}

namespace {

// The code divides a static loop itself and passes no place for a chunk: then only start_shared was wanted.
template <class T>
MUSTER_ALWAYS_INLINE bool start_any(teams::Member& self, const loops::IterationSpace& space,
                                    const teams::LoopKind& kind, T* first, T* last, std::uintptr_t* reductions,
                                    void** memory, events::Caller caller) {
  start_shared(self, reductions, memory);
  return first == nullptr || start(self, space, kind, first, last, caller);
}

}  // namespace

#define MUSTER_ANY_LOOP(name, is_ordered)                                                                         \
  MUSTER_GOMP(GOMP_5_0, bool, GOMP_loop_##name,                                                                   \
              (long first, long end, long step, long schedule, long chunk, long* chunk_first, long* chunk_end,    \
               std::uintptr_t* reductions, void** memory)) {                                                      \
    teams::Member& self = runtime::current();                                                                     \
    const teams::LoopKind kind{schedule_from_code(self, schedule, chunk), is_ordered};                            \
    return start_any(self, space_of(first, end, step), kind, chunk_first, chunk_end, reductions, memory,          \
                     MUSTER_CALLER());                                                                            \
  }                                                                                                               \
  MUSTER_GOMP(GOMP_5_0, bool, GOMP_loop_ull_##name,                                                               \
              (bool up, UnsignedLongLong first, UnsignedLongLong end, UnsignedLongLong step, long schedule,       \
               UnsignedLongLong chunk, UnsignedLongLong* chunk_first, UnsignedLongLong* chunk_end,                \
               std::uintptr_t* reductions, void** memory)) {                                                      \
    teams::Member& self = runtime::current();                                                                     \
    const teams::LoopKind kind{schedule_from_code(self, schedule, static_cast<std::int64_t>(chunk)), is_ordered}; \
    return start_any(self, space_of(up, first, end, step), kind, chunk_first, chunk_end, reductions, memory,      \
                     MUSTER_CALLER());                                                                            \
  }

MUSTER_ANY_LOOP(start, false)
MUSTER_ANY_LOOP(ordered_start, true)

MUSTER_GOMP(GOMP_5_1, void, GOMP_scope_start, (std::uintptr_t* reductions)) {
  teams::Member& self = runtime::current();
  start_shared(self, reductions, nullptr);
  if (events::listening) [[unlikely]] {
    teams::observed::begin_scope(self, MUSTER_CALLER());
  }
}

// With it ends the group that start_shared began, and all threads see what thread 0 has combined. `cancelled` is what the
// construct's end call has returned: never true here.
MUSTER_GOMP(GOMP_5_0, void, GOMP_workshare_task_reduction_unregister, (bool /*cancelled*/)) {
  teams::Member& self = runtime::current();
  tasks::release_group(self, tasks::end_group(self));
  teams::barrier(self, events::SyncKind::barrier_implementation, MUSTER_CALLER());
  teams::release_memory(self);
}

}  // namespace muster::abi::gomp
