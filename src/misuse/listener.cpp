// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which function hears of which event.
#include "misuse/finding.h"
#include "misuse/handlers.h"
#include "misuse/misuse.h"
#include "misuse/notes.h"
#include "misuse/regions.h"

namespace muster::misuse {
namespace {

bool is_barrier(events::SyncKind kind) {
  return kind != events::SyncKind::taskwait && kind != events::SyncKind::taskgroup &&
         kind != events::SyncKind::reduction;
}

void on_sync_begin(const events::SyncBegin& event) {
  judge_chains(event.task);
  if (!is_barrier(event.kind)) {
    return;
  }
  if (event.kind != events::SyncKind::barrier_implicit_parallel) {
    check_nesting(event);
  }
  meet_barrier(event);
  wait_at_barrier(event);
}
void on_sync_end(const events::SyncEnd& event) {
  if (is_barrier(event.kind)) {
    leave_barrier(event.task);
  }
}

// A taskloop may be met anywhere.
void on_work_begin(const events::WorkBegin& event) {
  if (event.kind == events::WorkKind::taskloop) {
    return;
  }
  check_nesting(event);
  meet_work(event);
}

void on_implicit_task_begin(const events::ImplicitTaskBegin& event) {
  if ((event.task.flags & events::kImplicitTask) != 0) {
    join_meeting(event.task);
  }
}
void on_implicit_task_end(const events::ImplicitTaskEnd& event) {
  judge_chains(event.task);
  leave_meeting(event.task);
  leave_barrier(event.task);
  drop_note(event.task);
}

void on_task_schedule(const events::TaskSchedule& event) {
  using events::TaskStatus;
  const bool ends =
      event.status == TaskStatus::complete || event.status == TaskStatus::cancel || event.status == TaskStatus::detach;
  if (ends && (event.prior.flags & events::kExplicitTask) != 0) {
    judge_chains(event.prior);
    drop_note(event.prior);
  }
}

void on_cancel(const events::Cancel& event) {
  if ((event.flags & events::kCancelsParallel) != 0) {
    cancel_meeting(event.task);
  }
}

void on_thread_end(const events::ThreadEnd& event) {
  const Guard guard;
  leave_mutexes_of(event.thread);
  drop_note(event.thread);
}

constexpr events::Listener make_listener() {
  events::Listener listener;
  listener.thread_end = &on_thread_end;
  listener.parallel_begin = &on_parallel_begin;
  listener.parallel_end = &on_parallel_end;
  listener.implicit_task_begin = &on_implicit_task_begin;
  listener.implicit_task_end = &on_implicit_task_end;
  listener.task_schedule = &on_task_schedule;
  listener.dependences = &on_dependences;
  listener.sync_begin = &on_sync_begin;
  listener.sync_end = &on_sync_end;
  listener.work_begin = &on_work_begin;
  listener.masked_begin = &on_masked_begin;
  listener.masked_end = &on_masked_end;
  listener.mutex_init = &on_mutex_init;
  listener.mutex_destroy = &on_mutex_destroy;
  listener.mutex_acquire = &on_mutex_acquire;
  listener.mutex_acquired = &on_mutex_acquired;
  listener.mutex_release = &on_mutex_release;
  listener.nest_lock_end = &on_nest_lock_end;
  listener.cancel = &on_cancel;
  listener.misuse = &on_misuse;
  return listener;
}

constexpr events::Listener kListener = make_listener();
constinit bool started = false;

}  // namespace

void start(const char* path) {
  if (started) {
    return;
  }
  tell_to(path);
  started = true;
  events::attach(events::Who::misuse, kListener);
}

void note_use() {
  if (started) {
    make_file();
  }
}

void finish() {
  if (started) {
    tell_locks_held();
  }
}

void forget_after_fork() {
  forget_sleepers();
  if (started) {
    Guard::reset();
    forget_other_threads();
    note_fork();
  }
}

}  // namespace muster::misuse
