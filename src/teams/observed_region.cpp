// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/observed_region.h"

#include "teams/barrier.h"
#include "teams/cancellation.h"
#include "teams/current.h"
#include "teams/observed_work.h"
#include "teams/team_size.h"

namespace muster::teams::observed {
namespace {

using events::State;
using events::SyncKind;

void begin_implicit(events::Task& task, std::uint32_t team_size) {
  events::this_thread->task = &task;
  events::this_thread->state = State::work_parallel;
  events::emit(events::ImplicitTaskBegin{task, team_size, task.number});
}

bool is_left_early(const Member& self) { return self.board->cancelled.load_relaxed() != tasks::kRegionRuns; }

OnDemand::Forked& forked_by_parent(const Member& self) { return self.team->header.parent->on_demand->forked; }

// Instead of the last barrier of a region that its threads were told to leave, whose words are not fit for use: all of them come here. Tasks
// that have to run though they are cancelled do so on top of the implicit tasks, before these end.
void meet_on_the_way_out(Member& self) {
  prepare_join(self);
  tasks::begin_episode(self);
  Native::Atomic<base::Episode>& leaving = forked_by_parent(self).leaving;
  // U: acq_rel, pairs with U
  if (leaving.fetch_add_acq_rel(1) + 1 == self.team_size) {
    self.barrier_waiter.signalled_all();
  } else {
    // U: acquire, pairs with U
    Native::await_reached(leaving, self.team_size, self.barrier_waiter);
  }
  tasks::drain_all(self);
}

// The thread that cancels the region does not come to the barrier, so that nobody passes it.
void last_barrier(Member& self) {
  if (!is_left_early(self)) {
    teams::barrier(self);
  }
  if (is_left_early(self) && self.team_size > 1) {
    meet_on_the_way_out(self);
  }
}

void end_implicit(Member& self, events::Caller caller) {
  events::Task& task = events::this_task();
  end_open_work(self);
  task.frame = {};
  if (!events::tells_ends_of_shares) {
    events::emit(events::SyncWaitBegin{SyncKind::barrier_implicit_parallel, task, {caller.code, nullptr}});
    return;
  }
  {
    // The task's frames are gone, the entry point's with them.
    const events::Synchronizing sync(SyncKind::barrier_implicit_parallel, {caller.code, nullptr});
    last_barrier(self);
  }
  events::emit(events::ImplicitTaskEnd{task, self.team_size, task.number});
}

// A thread that is in an untold region stays in it, with the regions that it meets there.
bool goes_untold(const threads::Work& work, std::uint32_t size) {
  events::Thread& thread = *events::this_thread;
  if (!thread.is_in_untold && events::asks_of_region != nullptr && thread.task == &thread.initial_task) {
    thread.is_in_untold = thread.untold_next.take(work.function, size) || !events::asks_of_region(work.function, size);
  }
  return thread.is_in_untold;
}

void join_untold(Member& primary) {
  end_open_work(primary);
  teams::join(primary);
  events::Thread& thread = *events::this_thread;
  // That of a worker, or of an explicit task, is in another one that goes on.
  if (thread.task == &thread.initial_task) {
    thread.is_in_untold = false;
  }
}

// The ways of a region that is told are apart, so that the others have nothing to keep for them.
MUSTER_NOINLINE Member& fork_told(Member& parent, const threads::Work& work, const RunRegions& run, std::uint32_t size,
                                  const About& about) {
  events::Task& encountering = events::this_task();
  const events::Caller caller = events::resolve(about.caller);
  encountering.frame.enter = caller.frame;
  encountering.frame.enter_flags = events::InRuntime::kRuntimeFrame;
  events::this_thread->state = State::overhead;
  OnDemand::Forked& forked = parent.on_demand->forked;
  forked.turn = (forked.turn + 1) % OnDemand::Forked::kRecords;
  // What is not written here and has to be zero is so in memory that was never used as after prepare_next().
  events::Region& region = forked.region();
  region.encountering = &encountering;
  region.caller = caller;
  region.outer_code = encountering.region == nullptr ? nullptr : encountering.region->caller.code;
  region.function = work.function;
  region.requested = requested_team_size(parent, about.requested);
  region.clause = about.requested;
  region.size = size;
  region.flags = about.flags;
  events::emit(events::ParallelBegin{region});
  Member& primary = teams::fork(parent, work, run.of_record[forked.turn], size);
  if (primary.team_size != size) {
    region.size = primary.team_size;
  }
  forked.prepare_next();
  forked.task.begin_implicit(region, &encountering, 0);
  begin_implicit(forked.task, primary.team_size);
  return primary;
}

MUSTER_NOINLINE void join_told(Member& primary) {
  OnDemand::Forked& forked = forked_by_parent(primary);
  end_implicit(primary, forked.region().caller);
  events::Task& encountering = *forked.task.below;
  events::this_thread->state = State::overhead;
  if (events::tells_ends_of_shares) {
    events::this_thread->task = &encountering;
    teams::join(primary);
    forked.leaving.store_relaxed(0);
  } else {
    // Tasks that the thread runs in the join displace its implicit task.
    teams::join(primary);
    events::this_thread->task = &encountering;
  }
  events::emit(events::ParallelEnd{forked.region()});
  encountering.frame.enter = nullptr;
  events::this_thread->state =
      (encountering.flags & events::kInitialTask) != 0 ? State::work_serial : State::work_parallel;
}

void tell_falling_asleep(std::uint64_t began) {
  if (events::this_thread != nullptr) {
    events::emit(events::FallsAsleep{began});
  }
}

void tell_sleep(std::uint64_t began, std::uint64_t signalled, std::uint64_t ended) {
  if (events::this_thread != nullptr) {
    events::emit(events::HasSlept{began, signalled, ended});
  }
}

// The thread has begun.
void note_sleep(threads::Thread& thread) {
  if (events::sleep_clock != nullptr) {
    thread.sleep_notes.now.set(events::sleep_clock);
    thread.sleep_notes.falls_asleep = &tell_falling_asleep;
    thread.sleep_notes.has_slept = &tell_sleep;
    thread.presence.parker.set_notes(thread.sleep_notes);
  }
}

}  // namespace

void begin_root(Member& initial) {
  events::Thread& thread = initial.thread->record;
  thread = {};
  thread.kind = initial.thread->number < 0 ? events::ThreadKind::other : events::ThreadKind::initial;
  thread.state = State::work_serial;
  thread.initial_task.region = &thread.initial_region;
  thread.initial_task.flags = events::kInitialTask;
  thread.task = &thread.initial_task;
  events::this_thread = &thread;
  events::emit(events::ThreadBegin{thread});
  note_sleep(*initial.thread);
  events::emit(events::ImplicitTaskBegin{thread.initial_task, 1, 1});
}

void begin_root_of_worker() {
  events::Thread& thread = *events::this_thread;
  thread.state = State::work_serial;
  thread.initial_task.region = &thread.initial_region;
  thread.initial_task.flags = events::kInitialTask;
  thread.task = &thread.initial_task;
  events::emit(events::ImplicitTaskBegin{thread.initial_task, 1, 1});
}

void end_root(threads::Thread& thread) {
  events::Thread& record = thread.record;
  if (events::this_thread != &record) {
    return;
  }
  events::emit(events::ImplicitTaskEnd{record.initial_task, 0, 1});
  record.state = State::undefined;
  events::emit(events::ThreadEnd{record});
  events::this_thread = nullptr;
}

Member& fork(Member& parent, const threads::Work& work, const RunRegions& run, std::uint32_t size, const About& about) {
  if (goes_untold(work, size)) {
    return teams::fork(parent, work, run.untold, size);
  }
  return fork_told(parent, work, run, size, about);
}

void join(Member& primary) {
  if (is_in_untold()) {
    join_untold(primary);
  } else {
    join_told(primary);
  }
}

void meet_worker(threads::Thread& thread) {
  if (events::this_thread != nullptr) {
    return;
  }
  thread.record = {};
  thread.record.kind = events::ThreadKind::worker;
  thread.record.state = State::idle;
  events::this_thread = &thread.record;
  events::emit(events::ThreadBegin{thread.record});
  note_sleep(thread);
}

void begin_task(Member& self, std::uint32_t record_number) {
  meet_worker(*self.thread);
  events::this_thread->is_in_untold = false;
  events::Region& region = forked_by_parent(self).regions[record_number];
  events::Task& record = self.thread->record.share;
  // The ledger alone does not ask for what is below, and it is in another line of the primary thread's.
  record.begin_implicit(region, events::tells_ends_of_shares ? region.encountering : nullptr, self.number);
  begin_implicit(record, self.team_size);
}

void end_task(Member& self) {
  end_implicit(self, {});
  if (events::tells_ends_of_shares) {
    events::this_thread->task = nullptr;
  }
  events::this_thread->state = State::idle;
}

void leave_share(Member& self) {
  if (!events::tells_ends_of_shares) {
    events::emit(events::ShareLeft{self.thread->record.share});
  }
}

void begin_untold_share(Member& self, const void* function) {
  meet_worker(*self.thread);
  events::Thread& thread = *events::this_thread;
  thread.is_in_untold = true;
  thread.state = State::work_parallel;
  // What runs in it belongs to a task of a region that nobody hears of.
  if (thread.share.region != &thread.initial_region) {
    thread.share.begin_implicit(thread.initial_region, nullptr, self.number);
  }
  thread.share.number = self.number;
  thread.task = &thread.share;
  if (!thread.untold_next.take(function, 0)) {
    events::emit(events::UntoldShare{function});
  }
}

void end_untold_share(Member& self) {
  end_open_work(self);
  events::this_thread->state = State::idle;
}

}  // namespace muster::teams::observed
