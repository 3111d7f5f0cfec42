// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/observed_work.h"

#include "teams/doacross.h"

namespace muster::teams::observed {
namespace {

using events::DependenceKind;
using events::DispatchKind;
using events::SyncKind;
using events::WorkKind;

DispatchKind dispatch_kind(WorkKind kind) {
  switch (kind) {
    case WorkKind::sections: return DispatchKind::section;
    case WorkKind::distribute: return DispatchKind::distribute_chunk;
    default: return DispatchKind::loop_chunk;
  }
}

// The member is certain to be inside of the construct still. A scope construct may have others inside of it.
bool is_inside(const OnDemand::Work& work) { return work.is_open && work.has_end_call && work.kind != WorkKind::scope; }

void tell_misuse(events::MisuseKind kind, events::Caller caller, events::Caller outer) {
  events::emit(events::Misuse{kind, events::this_task(), caller, outer});
}

// The member meets a barrier, or another construct, before the end of the construct that it is in has been told.
MUSTER_OUT_OF_LINE void come_out_of_work(Member& self, bool is_misuse, events::MisuseKind kind, events::Caller caller) {
  if (const OnDemand::Work& work = self.on_demand->work; is_misuse && is_inside(work)) {
    tell_misuse(kind, caller, work.caller);
  }
  end_open_work(self);
}

void come_to_barrier(Member& self, SyncKind kind, events::Caller caller) {
  if (self.on_demand->work.is_open) {
    come_out_of_work(self, kind == SyncKind::barrier_explicit, events::MisuseKind::barrier_in_worksharing, caller);
  }
}

MUSTER_ALWAYS_INLINE void begin_resolved_work(Member& self, WorkKind kind, std::uint64_t count, bool has_end_call,
                                              events::Caller caller) {
  OnDemand::Work& work = self.on_demand->work;
  if (work.is_open) {
    come_out_of_work(self, true, events::MisuseKind::worksharing_in_worksharing, caller);
  }
  work = {true, has_end_call, kind, count, caller};
  self.on_demand->chunks = {};
  self.cursor.untold_left = 0;
  // All chunks go the way on which they are told.
  self.cursor.quick = Quick::none;
  events::emit(events::WorkBegin{kind, events::this_task(), count, caller});
}

void tell_iteration(const DoacrossNest& nest, const std::uint64_t* iteration, DependenceKind kind) {
  if (!has_iteration(nest, iteration)) {
    return;
  }
  events::Dependence list[kMaxDoacrossDepth];
  for (std::uint32_t loop = 0; loop < nest.depth; ++loop) {
    list[loop] = {iteration[loop], kind};
  }
  events::emit(events::Dependences{events::this_task(), list, nest.depth});
}

bool tell_cancelled(bool cancelled, std::uint32_t flags, events::Caller caller) {
  if (cancelled) {
    events::emit(events::Cancel{events::this_task(), flags, caller});
  }
  return cancelled;
}

WorkKind loop_kind(const settings::Schedule& schedule, std::uint32_t team_size) {
  using settings::ScheduleKind;
  switch (schedule.kind) {
    case ScheduleKind::dynamic:
    case ScheduleKind::static_steal: return WorkKind::loop_dynamic;
    case ScheduleKind::guided:
    case ScheduleKind::trapezoidal: return team_size > 1 ? WorkKind::loop_guided : WorkKind::loop_static;
    case ScheduleKind::static_:
    case ScheduleKind::auto_:
    case ScheduleKind::static_greedy:
    case ScheduleKind::static_balanced: break;
  }
  return WorkKind::loop_static;
}

}  // namespace

void barrier(Member& self, SyncKind kind, events::Caller caller) {
  caller = events::resolve(caller);
  come_to_barrier(self, kind, caller);
  const events::Synchronizing sync(kind, caller);
  teams::barrier(self);
}

bool barrier_or_cancelled(Member& self, SyncKind kind, events::Caller caller) {
  caller = events::resolve(caller);
  come_to_barrier(self, kind, caller);
  bool cancelled = false;
  {
    const events::Synchronizing sync(kind, caller);
    cancelled = teams::barrier_or_cancelled(self);
  }
  return tell_cancelled(cancelled, events::kCancelsParallel | events::kCancelDetected, caller);
}

void asks_size(events::Caller caller) {
  caller = events::resolve(caller);
  if (events::this_thread != nullptr) {
    events::this_thread->asked_size_at = caller.code;
  }
}

void asks_number(events::Caller caller) {
  events::Thread* thread = events::this_thread;
  if (thread == nullptr || thread->asked_size_at == nullptr) {
    return;
  }
  caller = events::resolve(caller);
  // The two calls of a loop, and a move of the first one's result.
  constexpr std::uintptr_t kMostBytesBetween = 32;
  const auto size_at = reinterpret_cast<std::uintptr_t>(thread->asked_size_at);
  const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(caller.code) - size_at;
  thread->ends_construct |= distance <= kMostBytesBetween;
  thread->asked_size_at = nullptr;
}

SyncKind barrier_kind_by_history(const Member& self, events::Caller caller) {
  // A construct with an end call of its own is not ended by a barrier. But GCC begins it with one if it has a linear clause, in the function that
  // has the construct; which frame that is, is not known of a loop that begins with its region.
  const OnDemand::Work& work = self.on_demand->work;
  const bool begins_with_region = work.caller.code == events::this_task().region->caller.code;
  const bool is_deeper = !begins_with_region && caller.frame < work.caller.frame;
  const bool ends_construct = is_inside(work) ? !is_deeper : events::this_thread->ends_construct;
  events::this_thread->ends_construct = false;
  return ends_construct ? SyncKind::barrier_implicit_workshare : SyncKind::barrier_explicit;
}

void begin_work(Member& self, WorkKind kind, std::uint64_t count, events::Caller caller) {
  begin_resolved_work(self, kind, count, true, events::resolve(caller));
}

void end_work(Member& self, events::Caller caller) {
  OnDemand::Work& work = self.on_demand->work;
  if (work.is_open) {
    work.is_open = false;
    events::emit(events::WorkEnd{work.kind, events::this_task(), work.count, events::resolve(caller)});
  }
}

void dispatch(Member& self, const loops::Range& range) {
  const OnDemand::Work& work = self.on_demand->work;
  events::emit(
      events::Dispatch{dispatch_kind(work.kind), events::this_task(), range.first, range.size(), work.caller.code});
}

void end_open_work(Member& self) { end_work(self, self.on_demand->work.caller); }

void deal(Member& self, const loops::Range& range) {
  if (range.empty()) {
    end_open_work(self);
  } else {
    dispatch(self, range);
  }
}

void start_loop(Member& self, const loops::IterationSpace& space, const LoopKind& kind, events::Caller caller) {
  teams::start_loop(self, space, kind);
  begin_work(self, loop_kind(kind.schedule, self.team_size), space.total, caller);
}

void begin_single(Member& self, bool runs_block, EndOfSingle end, events::Caller caller) {
  caller = events::resolve(caller);
  events::this_thread->ends_construct = true;
  begin_resolved_work(self, runs_block ? WorkKind::single_executor : WorkKind::single_other, 1,
                      end == EndOfSingle::is_told, caller);
  if (!runs_block) {
    end_work(self, caller);
  }
}

void begin_scope(Member& self, events::Caller caller) {
  begin_work(self, WorkKind::scope, 1, caller);
  events::this_thread->ends_construct = true;
}

void begin_taskloop(std::uint64_t count, events::Caller caller) {
  events::emit(events::WorkBegin{WorkKind::taskloop, events::this_task(), count, caller});
}
void end_taskloop(std::uint64_t count, events::Caller caller) {
  events::emit(events::WorkEnd{WorkKind::taskloop, events::this_task(), count, caller});
}

void begin_masked(events::Caller caller) {
  events::emit(events::MaskedBegin{events::this_task(), events::resolve(caller)});
}
void end_masked(events::Caller caller) {
  events::emit(events::MaskedEnd{events::this_task(), events::resolve(caller)});
}

void enter_ordered(Member& self, events::Caller caller) {
  caller = events::resolve(caller);
  if (self.team_size == 1) {
    // It runs its iterations in order in any case, keeps nothing of the clause, and waits for nobody.
    const auto id = reinterpret_cast<std::uintptr_t>(&self.team->turn);
    const events::InRuntime runtime(events::this_task(), caller);
    events::emit(events::MutexAcquire{events::MutexKind::ordered, 0, id, caller});
    events::emit(events::MutexAcquired{events::MutexKind::ordered, id, caller});
    return;
  }
  if (!self.cursor.ordered) {
    tell_misuse(events::MisuseKind::ordered_without_clause, caller, {});
  }
  events::acquire_told(events::MutexKind::ordered, &self.team->turn, caller, 0, [&self] {
    teams::enter_ordered(self);
    return true;
  });
}

void leave_ordered(Member& self, events::Caller caller) {
  caller = events::resolve(caller);
  const auto id = reinterpret_cast<std::uintptr_t>(&self.team->turn);
  events::tell_about_to_free(events::MutexKind::ordered, id, caller);
  events::emit(events::MutexReleased{events::MutexKind::ordered, id, caller});
  teams::leave_ordered(self);
}

void doacross_source(Member& self, const std::uint64_t* iteration, events::Caller caller) {
  caller = events::resolve(caller);
  const events::InRuntime runtime(events::this_task(), caller);
  tell_iteration(self.on_demand->doacross, iteration, DependenceKind::source);
  teams::doacross_source(self, iteration);
}

void doacross_sink(Member& self, const std::uint64_t* iteration, events::Caller caller) {
  caller = events::resolve(caller);
  const events::InRuntime runtime(events::this_task(), caller);
  if (has_iteration(self.on_demand->doacross, iteration)) {
    const events::AwaitingIteration awaiting(caller);
    teams::doacross_sink(self, iteration);
  }
  tell_iteration(self.on_demand->doacross, iteration, DependenceKind::sink);
}

bool cancel(Member& self, Cancellable construct, std::uint32_t flag, events::Caller caller) {
  caller = events::resolve(caller);
  if (!tasks::cancellation) {
    tell_misuse(events::MisuseKind::cancel_without_icv, caller, {});
  }
  return tell_cancelled(teams::cancel(self, construct), flag | events::kCancelActivated, caller);
}

bool is_cancelled(Member& self, Cancellable construct, std::uint32_t flag, events::Caller caller) {
  caller = events::resolve(caller);
  return tell_cancelled(teams::is_cancelled(self, construct), flag | events::kCancelDetected, caller);
}

}  // namespace muster::teams::observed
