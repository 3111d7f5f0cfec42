// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_sections_*: sections are the iterations 1 .. count of a loop dealt one by one; 0 says that none is left.
#include "abi/exports/export.h"
#include "abi/gomp/loop.h"
#include "abi/gomp/region.h"
#include "abi/gomp/schedule.h"
#include "abi/gomp/shared_start.h"

namespace muster::abi::gomp {
namespace {

constexpr teams::LoopKind kOneByOne{.schedule = make_schedule(ScheduleKind::dynamic, ScheduleModifier::monotonic, 1),
                                    .one_at_a_time = true};

MUSTER_ALWAYS_INLINE void start_sections(teams::Member& self, unsigned count, events::Caller caller) {
  teams::start_loop(self, space_of(1L, static_cast<long>(count) + 1, 1L), kOneByOne);
  if (events::listening) [[unlikely]] {
    teams::observed::begin_work(self, events::WorkKind::sections, count, caller);
  }
}

unsigned next_section(teams::Member& self) {
  long section = 0;
  long end = 0;
  return next(self, &section, &end) ? static_cast<unsigned>(section) : 0;
}

struct StartAndCall {
  static void call(teams::Member& self, void* function, void* const* arguments, std::uint32_t count) {
    start_sections(self, count, events::listening ? events::this_task().region->caller : events::Caller{});
    reinterpret_cast<Outlined>(function)(arguments[0]);
  }
};

threads::Work sections_work(Outlined function, void* data, unsigned count) {
  threads::Work work = work_for(function, data);
  work.argument_count = count;
  return work;
}

}  // namespace

MUSTER_GOMP(GOMP_1_0, unsigned, GOMP_sections_start, (unsigned count)) {
  teams::Member& self = runtime::current();
  start_sections(self, count, MUSTER_CALLER());
  return next_section(self);
}

MUSTER_GOMP(GOMP_5_0, unsigned, GOMP_sections2_start, (unsigned count, std::uintptr_t* reductions, void** memory)) {
  teams::Member& self = runtime::current();
  start_shared(self, reductions, memory);
  start_sections(self, count, MUSTER_CALLER());
  return next_section(self);
}

MUSTER_GOMP(GOMP_1_0, unsigned, GOMP_sections_next, ()) { return next_section(runtime::current()); }
MUSTER_GOMP(GOMP_1_0, void, GOMP_sections_end, ()) {
  teams::barrier(runtime::current(), events::SyncKind::barrier_implicit_workshare, MUSTER_CALLER());
}
MUSTER_GOMP(GOMP_1_0, void, GOMP_sections_end_nowait, ()) {}

MUSTER_GOMP(GOMP_4_0, void, GOMP_parallel_sections,
            (void (*function)(void*), void* data, unsigned num_threads, unsigned count, unsigned flags)) {
  teams::Member& self = runtime::current();
  push_clause(self, flags);
  run_parallel<StartAndCall>(self, sections_work(function, data, count), num_threads);
}

MUSTER_GOMP(GOMP_1_0, void, GOMP_parallel_sections_start,
            (void (*function)(void*), void* data, unsigned num_threads, unsigned count)) {
  teams::Member& self = runtime::current();
  teams::Member& primary =
      fork_for_caller<StartAndCall>(self, sections_work(function, data, count), num_threads, MUSTER_CALLER());
  start_sections(primary, count, MUSTER_CALLER());
}

}  // namespace muster::abi::gomp
