// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/observed.h"

#include <stdlib.h>

#include <new>

#include "tasks/dealing.h"
#include "tasks/taskgroup.h"

namespace muster::tasks::observed {
namespace {

using events::SyncKind;
using events::TaskStatus;

// A task with dependences waits for those that have an event, and one with an event is complete when that is fulfilled, whatever the size of the team.
bool may_be_deferred_alone(const Worker& worker, const Task& task, const About& about) {
  return dealing || defers_alone(worker) || task.is(kDetachable) || about.dependences != nullptr;
}

std::uint32_t flags_of(const Worker& worker, const Task& task, const About& about) {
  std::uint32_t flags = events::kExplicitTask | about.flags;
  if (task.is(kFinal)) {
    flags |= events::kFinalTask;
  }
  if (task.is(kUntied)) {
    flags |= events::kUntiedTask;
  }
  // While tasks are dealt, those that run at once are told as what the specification lets them be.
  if ((worker.team_size == 1 && !may_be_deferred_alone(worker, task, about)) || worker.current->is(kFinal)) {
    flags |= events::kUndeferredTask;
  }
  return flags;
}

// The runtime does not tell out and inout apart, as nothing depends on it.
events::DependenceKind event_kind(const Dependence& dependence) {
  using Kind = events::DependenceKind;
  if (dependence.address == nullptr) {
    return Kind::out_all_memory;
  }
  switch (dependence.kind) {
    case DependenceKind::in: return Kind::in;
    case DependenceKind::inoutset: return Kind::inoutset;
    case DependenceKind::mutexinoutset: return Kind::mutexinoutset;
    case DependenceKind::out: break;
  }
  return Kind::inout;
}

void tell_dependences(events::Task& task, const DependenceList& list) {
  constexpr std::size_t kFew = 64;
  events::Dependence few[kFew];
  const std::size_t wanted = list.named().size();
  auto* more = wanted > kFew ? static_cast<events::Dependence*>(malloc(wanted * sizeof(events::Dependence))) : nullptr;
  events::Dependence* told = more != nullptr ? more : few;
  // Without memory the first ones are told.
  const std::size_t room = more != nullptr ? wanted : kFew;
  std::size_t count = 0;
  for (const Dependence& dependence : list.named()) {
    if (count < room) {
      told[count++] = {reinterpret_cast<std::uintptr_t>(dependence.address), event_kind(dependence)};
    }
  }
  events::emit(events::Dependences{task, told, count});
  free(more);
}

MUSTER_ALWAYS_INLINE void tell_creation(events::Task& creator, events::Task& record, const About& about) {
  const bool has_dependences =
      about.has_dependences || (about.dependences != nullptr && about.dependences->count() > 0);
  events::emit(events::TaskCreate{&creator, record, has_dependences});
  if (about.dependences != nullptr && about.dependences->count() > 0) {
    tell_dependences(record, *about.dependences);
  }
}

// `worker` runs the task, on top of what it runs now.
MUSTER_ALWAYS_INLINE void begin_record(const Worker& worker, events::Task& record) {
  events::Thread& thread = *events::this_thread;
  events::Task& prior = *thread.task;
  record.below = &prior;
  record.number = worker.number;
  const TaskStatus status = thread.yields ? TaskStatus::yield : TaskStatus::switched;
  thread.yields = false;
  events::emit(events::TaskSchedule{prior, status, &record});
  thread.task = &record;
}

void end_record(events::Task& record, TaskStatus status) {
  events::Task& next = *record.below;
  record.frame = {};
  events::emit(events::TaskSchedule{record, status, &next});
  events::this_thread->task = &next;
}

// One of the two that complete a detachable task is the first to say so, and tells before the other can go on to free it.
TaskStatus status_at_end(Worker& worker, Task& task) {
  // V: acq_rel, pairs with V
  if (task.is(kDetachable) && observed_of(task).ends.fetch_add_acq_rel(1) == 0) {
    return TaskStatus::detach;
  }
  return cancellation && is_cancelled(worker, task) ? TaskStatus::cancel : TaskStatus::complete;
}

// The ends of objects in the task's data are part of the task, so they come before it is told that it has ended. Where the task has an
// event, its data has to last until that is fulfilled.
void dispose_early(Task& task) {
  TaskExtra& extra = *task.extra;
  if (extra.dispose != nullptr && !task.is(kDetachable)) {
    extra.dispose(task);
    extra.dispose = nullptr;
  }
}

// Its record is about to go.
void end_edges(Task& task) {
  if (DependenceNode* node = task.extra->node; node != nullptr) {
    forget_record(*node);
  }
}

void run_told(Worker& worker, Task& task) {
  Observed& observed = observed_of(task);
  // A task that runs where it was made displaces one that is in a call of the runtime, if not any more in the call that made it. One whose
  // frames are gone, in the last barrier of its region, has none.
  events::Task& displaced = events::this_task();
  const bool has_frames = displaced.frame.exit != nullptr || (displaced.flags & events::kInitialTask) != 0;
  const events::InRuntime runtime(displaced, {nullptr, has_frames ? __builtin_frame_address(0) : nullptr});
  begin_record(worker, observed.record);
  if (observed.share_count != 0) {
    events::emit(events::Dispatch{events::DispatchKind::taskloop_chunk, observed.record, observed.share_first,
                                  observed.share_count, nullptr});
  }
  const events::InState state(events::State::work_parallel);
  observed.record.frame.exit = __builtin_frame_address(0);
  observed.record.frame.exit_flags = events::InRuntime::kRuntimeFrame;
  observed.run(worker, task);
  dispose_early(task);
  const TaskStatus status = status_at_end(worker, task);
  if (status != TaskStatus::detach) {
    end_edges(task);
  }
  end_record(observed.record, status);
}

// Ends the program with a message when there is no memory, as the record must not be missing.
MUSTER_ALWAYS_INLINE Observed& make_record(Worker& worker, Task& task, const About& about, events::Caller caller,
                                           std::uint64_t first, std::uint64_t count) {
  auto& observed = *new (&rare_of(worker, task).observed)
                       Observed{.record = {.marks = {},
                                           .frame = {},
                                           .region = events::this_task().region,
                                           .flags = flags_of(worker, task, about),
                                           .caller = caller,
                                           .memory = task.payload(),
                                           .memory_bytes = memory::bytes_of(task.size_class) - sizeof(Task),
                                           .has_event = task.is(kDetachable)},
                                .run = about.run != nullptr ? about.run : task.run,
                                .share_first = first,
                                .share_count = count,
                                .ends = Native::Atomic<std::uint32_t>(0)};
  task.run = &run_told;
  if (dealing && (observed.record.flags & events::kUndeferredTask) == 0) {
    plan(worker, task);
  }
  task.set(kObserved);
  return observed;
}

}  // namespace

void created(Worker& worker, Task& task, const About& about) { created_with_share(worker, task, about, 0, 0); }

void created_with_share(Worker& worker, Task& task, const About& about, std::uint64_t first, std::uint64_t count) {
  const events::Caller caller = events::resolve(about.caller);
  Observed& observed = make_record(worker, task, about, caller, first, count);
  events::Task& creator = events::this_task();
  const events::InRuntime runtime(creator, caller);
  tell_creation(creator, observed.record, about);
}

void begin(Worker& worker, Task& task, events::Caller caller) {
  caller = events::resolve(caller);
  Observed& observed = make_record(worker, task, {caller, nullptr, events::kUndeferredTask}, caller, 0, 0);
  events::Task& creator = events::this_task();
  // Until end(): for the creator the whole task is a call.
  creator.frame.enter = caller.frame;
  creator.frame.enter_flags = events::InRuntime::kRuntimeFrame;
  tell_creation(creator, observed.record, {});
  begin_record(worker, observed.record);
  // The program's own frame goes on.
  observed.record.frame.exit = events::frame_of_program(caller);
  observed.record.frame.exit_flags = events::InRuntime::kRuntimeFrame;
}

void end(Worker& worker, Task& task) {
  end_record(observed_of(task).record, status_at_end(worker, task));
  events::this_task().frame.enter = nullptr;
}

Undeferred::Undeferred(Worker& worker, const About& about) : creator_(events::this_task()) {
  record_.region = creator_.region;
  record_.flags = events::kExplicitTask | events::kUndeferredTask | about.flags;
  record_.caller = events::resolve(about.caller);
  creator_.frame.enter = record_.caller.frame;
  creator_.frame.enter_flags = events::InRuntime::kRuntimeFrame;
  tell_creation(creator_, record_, about);
  begin_record(worker, record_);
  record_.frame.exit = __builtin_frame_address(0);
  record_.frame.exit_flags = events::InRuntime::kRuntimeFrame;
}

Undeferred::~Undeferred() {
  end_record(record_, TaskStatus::complete);
  creator_.frame.enter = nullptr;
}

void discarded(Worker& /*worker*/, Task& task) {
  events::Task& record = observed_of(task).record;
  end_edges(task);
  events::emit(events::Cancel{record, events::kCancelsTaskgroup | events::kCancelDiscardedTask, {}});
}

void fulfilled(Task& task) {
  // Not by its flags, which the thread that runs it may be changing.
  if (task.run != &run_told) {
    return;
  }
  // V: acq_rel, pairs with V
  const bool is_late = observed_of(task).ends.fetch_add_acq_rel(1) != 0;
  if (is_late) {
    end_edges(task);
  }
  events::emit(events::TaskSchedule{observed_of(task).record,
                                    is_late ? TaskStatus::late_fulfill : TaskStatus::early_fulfill, nullptr});
}

void await_dependences(Worker& worker, const DependenceList& list, events::Caller caller) {
  caller = events::resolve(caller);
  events::Task& waiting = events::this_task();
  const events::InRuntime runtime(waiting, caller);
  events::Task record;
  record.region = waiting.region;
  record.flags = events::kTaskwaitTask | events::kUndeferredTask | events::kMergeableTask;
  record.caller = caller;
  tell_creation(waiting, record, {caller, nullptr, 0, &list});
  {
    const events::InState state(events::State::wait_taskwait);
    await_and_keep_turn(worker, list);
  }
  events::emit(events::TaskSchedule{record, TaskStatus::taskwait_complete, nullptr});
}

void await_children(Worker& worker, events::Caller caller) {
  caller = events::resolve(caller);
  const events::Synchronizing sync(SyncKind::taskwait, caller);
  tasks::await_children(worker);
}

void yield(Worker& worker, events::Caller caller) {
  caller = events::resolve(caller);
  const events::InRuntime runtime(events::this_task(), caller);
  events::this_thread->yields = true;
  tasks::yield(worker);
  events::this_thread->yields = false;
}

Taskgroup& begin_group(Worker& worker, events::Caller caller) {
  caller = events::resolve(caller);
  events::emit(events::SyncBegin{SyncKind::taskgroup, events::this_task(), caller});
  return tasks::begin_group(worker);
}

Taskgroup& end_group(Worker& worker, events::Caller caller) {
  caller = events::resolve(caller);
  events::Task& task = events::this_task();
  const events::InRuntime runtime(task, caller);
  const events::InState state(events::State::wait_taskgroup);
  events::emit(events::SyncWaitBegin{SyncKind::taskgroup, task, caller});
  Taskgroup& group = tasks::end_group(worker);
  events::emit(events::SyncWaitEnd{SyncKind::taskgroup, task, caller});
  events::emit(events::SyncEnd{SyncKind::taskgroup, task, caller});
  return group;
}

}  // namespace muster::tasks::observed
