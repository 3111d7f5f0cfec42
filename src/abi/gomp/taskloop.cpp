// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_taskloop: one task a share of the iterations. What gcc-12 passes stands in task.h.
#include "abi/exports/export.h"
#include "abi/gomp/loop.h"
#include "abi/gomp/task.h"
#include "abi/gomp/task_reduction.h"

namespace muster::abi::gomp {
namespace {

enum FirstWords : std::size_t { kStartWord = 0, kEndWord = 1, kReductionWord = 2 };

// What tasks::start() asks of a share that has not been made.
template <class T, bool Heard>
struct NewShare {
  const TaskCall& call;
  unsigned flags;
  std::int32_t priority;
  T first;
  T end;
  const loops::Range& share;
  events::Caller caller;

  static_assert(sizeof(T) == sizeof(std::uintptr_t));

  bool if_clause() const { return (flags & kIf) != 0; }
  static constexpr bool is_detachable() { return false; }
  static constexpr bool is_for_helper() { return false; }
  static bool may_be_dealt(const teams::Member& self) { return tasks::may_deal(self); }
  std::int32_t level() const { return priority != 0 ? tasks::priority_level(priority) : 0; }
  tasks::Task& make(teams::Member& self) const {
    tasks::Task& task = make_task(self, call, (flags & kFinal) != 0 ? tasks::kFinal : 0U);
    auto* words = static_cast<T*>(task.data);
    words[kStartWord] = first;
    words[kEndWord] = end;
    if constexpr (Heard) {
      const std::uint32_t event_flags = if_clause() ? 0U : events::kUndeferredTask;
      tasks::observed::created_with_share(self, task, {caller, told_runner(), event_flags}, share.first, share.size());
    }
    return task;
  }
  void run(teams::Member& self) const { tasks::execute(self, make(self)); }
};

// `end` as the loop has it: the last share ends there, because start plus all steps might not fit the type.
template <bool Heard, class T>
void start_shares(teams::Member& self, const TaskCall& call, unsigned flags, std::int32_t priority,
                  const tasks::TaskloopClause& clause, const loops::IterationSpace& space, T end,
                  events::Caller caller) {
  if constexpr (Heard) {
    teams::observed::begin_taskloop(space.total, caller);
    events::emit(events::TaskConstructBegin{events::this_task(), caller});
  }
  const tasks::TaskloopShares shares(space.total, clause, tasks::default_taskloop_tasks(self.team_size));
  for (std::uint64_t i = 0; i < shares.tasks(); ++i) {
    const loops::Range share = shares.share(i);
    const T share_end = share.last == space.total ? end : static_cast<T>(space.value_at(share.last));
    const NewShare<T, Heard> task{call,      flags, priority, static_cast<T>(space.value_at(share.first)),
                                  share_end, share, caller};
    tasks::start(self, task, task.if_clause());
  }
  if constexpr (Heard) {
    events::emit(events::TaskConstructEnd{events::this_task(), caller});
    teams::observed::end_taskloop(space.total, caller);
  }
}

template <bool Heard, class T>
void run_taskloop(teams::Member& self, const TaskCall& call, unsigned flags, std::int32_t priority, unsigned long value,
                  const loops::IterationSpace& space, T end, events::Caller caller) {
  const bool has_reductions = (flags & kReduction) != 0;
  ReductionArray reductions(has_reductions ? static_cast<std::uintptr_t**>(call.data)[kReductionWord] : nullptr);
  if (space.total == 0) {
    if (has_reductions) {
      reductions.set_empty();
    }
    return;
  }
  const tasks::TaskloopClause clause{value == 0                  ? tasks::Granularity::none
                                     : (flags & kGrainsize) != 0 ? tasks::Granularity::grainsize
                                                                 : tasks::Granularity::num_tasks,
                                     (flags & kStrict) != 0, value};
  if ((flags & kNogroup) != 0) {
    start_shares<Heard>(self, call, flags, priority, clause, space, end, caller);
    return;
  }
  tasks::Taskgroup& group = Heard ? tasks::observed::begin_group(self, caller) : tasks::begin_group(self);
  if (has_reductions) {
    reductions.allocate(self.team_size);
    reductions.attach_to(group);
  }
  start_shares<Heard>(self, call, flags, priority, clause, space, end, caller);
  tasks::release_group(self, Heard ? tasks::observed::end_group(self, caller) : tasks::end_group(self));
}

template <class T>
MUSTER_OUT_OF_LINE void taskloop_told(teams::Member& self, const TaskCall& call, unsigned flags, std::int32_t priority,
                                      unsigned long value, const loops::IterationSpace& space, T end) {
  run_taskloop<true>(self, call, flags, priority, value, space, end, events::resolve({}));
}
template <class T>
MUSTER_ALWAYS_INLINE void taskloop(const TaskCall& call, unsigned flags, std::int32_t priority, unsigned long value,
                                   const loops::IterationSpace& space, T end) {
  teams::Member& self = runtime::current();
  if (events::listening) [[unlikely]] {
    return taskloop_told(self, call, flags, priority, value, space, end);
  }
  run_taskloop<false>(self, call, flags, priority, value, space, end, {});
}

}  // namespace

MUSTER_GOMP(GOMP_4_5, void, GOMP_taskloop,
            (void (*function)(void*), void* data, void (*copy)(void*, void*), long size, long alignment, unsigned flags,
             unsigned long value, int priority, long first, long end, long step)) {
  taskloop(TaskCall{function, data, copy, static_cast<std::size_t>(size), static_cast<std::size_t>(alignment)}, flags,
           priority, value, space_of(first, end, step), end);
}

MUSTER_GOMP(GOMP_4_5, void, GOMP_taskloop_ull,
            (void (*function)(void*), void* data, void (*copy)(void*, void*), long size, long alignment, unsigned flags,
             unsigned long value, int priority, UnsignedLongLong first, UnsignedLongLong end, UnsignedLongLong step)) {
  taskloop(TaskCall{function, data, copy, static_cast<std::size_t>(size), static_cast<std::size_t>(alignment)}, flags,
           priority, value, space_of((flags & kUp) != 0, first, end, step), end);
}

}  // namespace muster::abi::gomp
