// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the places of emission have in common. All of it is for threads that have a record (this_thread), while somebody listens.
#pragma once

#include "base/base.h"
#include "events/listener.h"

namespace muster::events {

inline Task& this_task() { return *this_thread->task; }

MUSTER_NOINLINE inline void tell_thread_seen_to_race_checker() {
  if (this_thread != nullptr && this_thread->task != nullptr && (this_thread->task->flags & kExplicitTask) != 0) {
    emit(ThreadSeen{*this_thread->task});
  }
}
// The thread is about to answer the task that runs which thread it is, or to give it something of its own.
inline void tell_thread_seen() {
  if (heard.thread_seen != nullptr) {
    tell_thread_seen_to_race_checker();
  }
}

// The task that runs calls the runtime here, until the object ends: its frames end at the entry point's.
class InRuntime {
 public:
  InRuntime(Task& task, Caller caller) : task_(task), outer_(task.frame.enter) {
    // A call out of a tool's callback, or out of one construct's entry point into another's, is inside already.
    if (outer_ == nullptr) {
      task.frame.enter = caller.frame;
      task.frame.enter_flags = kRuntimeFrame;
    }
  }
  ~InRuntime() { task_.frame.enter = outer_; }
  InRuntime(const InRuntime&) = delete;
  InRuntime& operator=(const InRuntime&) = delete;

  // ompt_frame_runtime | ompt_frame_framepointer (OpenMP 5.2, 19.4.4.29)
  static constexpr std::int32_t kRuntimeFrame = 0x20;

 private:
  Task& task_;
  const void* outer_;
};

// The frame that has called the entry point, where that keeps frame pointers: a task that the program runs there itself exits to it.
inline const void* frame_of_program(Caller caller) { return *static_cast<const void* const*>(caller.frame); }

// The thread's state while the object lives.
class InState {
 public:
  explicit InState(State state) : InState(*this_thread, state) {}
  InState(Thread& thread, State state) : thread_(thread), outer_(thread.state) { thread.state = state; }
  ~InState() { thread_.state = outer_; }
  InState(const InState&) = delete;
  InState& operator=(const InState&) = delete;

 private:
  Thread& thread_;
  State outer_;
};

constexpr State state_of(SyncKind kind) {
  switch (kind) {
    case SyncKind::barrier_explicit: return State::wait_barrier_explicit;
    case SyncKind::barrier_implicit_workshare: return State::wait_barrier_implicit_workshare;
    case SyncKind::barrier_implicit_parallel: return State::wait_barrier_implicit_parallel;
    case SyncKind::barrier_teams: return State::wait_barrier_teams;
    case SyncKind::taskwait: return State::wait_taskwait;
    case SyncKind::taskgroup: return State::wait_taskgroup;
    case SyncKind::reduction: return State::work_reduction;
    case SyncKind::barrier:
    case SyncKind::barrier_implicit:
    case SyncKind::barrier_implementation: break;
  }
  return State::wait_barrier_implementation;
}

constexpr State state_of(MutexKind kind) {
  switch (kind) {
    case MutexKind::critical: return State::wait_critical;
    case MutexKind::atomic: return State::wait_atomic;
    case MutexKind::ordered: return State::wait_ordered;
    case MutexKind::lock:
    case MutexKind::test_lock:
    case MutexKind::nest_lock:
    case MutexKind::test_nest_lock: break;
  }
  return State::wait_lock;
}

// A synchronisation in which the thread waits from the first moment to the last: barriers and taskwaits.
class Synchronizing {
 public:
  Synchronizing(SyncKind kind, Caller caller) : Synchronizing(*this_thread, kind, caller) {}
  ~Synchronizing() {
    emit(SyncWaitEnd{kind_, task_, caller_});
    emit(SyncEnd{kind_, task_, caller_});
  }
  Synchronizing(const Synchronizing&) = delete;
  Synchronizing& operator=(const Synchronizing&) = delete;

 private:
  Synchronizing(Thread& thread, SyncKind kind, Caller caller)
      : kind_(kind), task_(*thread.task), caller_(caller), runtime_(task_, caller), state_(thread, state_of(kind)) {
    emit(SyncBegin{kind_, task_, caller_});
    emit(SyncWaitBegin{kind_, task_, caller_});
  }

  SyncKind kind_;
  Task& task_;
  Caller caller_;
  InRuntime runtime_;
  InState state_;
};

// A wait for an iteration before the thread's own, while the object lives.
class AwaitingIteration {
 public:
  explicit AwaitingIteration(Caller caller) : caller_(caller) { emit(IterationWaitBegin{this_task(), caller_}); }
  ~AwaitingIteration() { emit(IterationWaitEnd{this_task(), caller_}); }
  AwaitingIteration(const AwaitingIteration&) = delete;
  AwaitingIteration& operator=(const AwaitingIteration&) = delete;

 private:
  Caller caller_;
};

// A wait for the team in a barrier that is told to the ledger alone, while the object lives. It may be made where nobody listens.
class AwaitingTeam {
 public:
  AwaitingTeam() : is_told_(listening) {
    if (is_told_) [[unlikely]] {
      begin();
    }
  }
  ~AwaitingTeam() {
    if (is_told_) [[unlikely]] {
      emit(TeamWaitEnd{this_task(), caller_});
    }
  }
  AwaitingTeam(const AwaitingTeam&) = delete;
  AwaitingTeam& operator=(const AwaitingTeam&) = delete;

 private:
  MUSTER_NOINLINE void begin() {
    caller_ = resolve(MUSTER_CALLER());
    emit(TeamWaitBegin{this_task(), caller_});
  }

  bool is_told_;
  Caller caller_;
};

// `acquire` waits for the mutex, or tries: false says that it has not got it. Returns what acquire() does.
template <class Acquire>
bool acquire_told(MutexKind kind, const void* mutex, Caller caller, std::uint32_t hint, const Acquire& acquire) {
  const auto id = reinterpret_cast<std::uintptr_t>(mutex);
  Thread& thread = *this_thread;
  const InRuntime runtime(*thread.task, caller);
  emit(MutexAcquire{kind, hint, id, caller});
  bool acquired = false;
  {
    const InState state(thread, state_of(kind));
    thread.wait_id = id;
    acquired = acquire();
    thread.wait_id = 0;
  }
  if (acquired) {
    emit(MutexAcquired{kind, id, caller});
  }
  return acquired;
}

// The mutex is about to be free. A tool does not ask for it.
inline void tell_about_to_free(MutexKind kind, std::uint64_t id, Caller caller) {
  if (heard.mutex_release != nullptr) [[unlikely]] {
    emit(MutexRelease{kind, id, caller});
  }
}

// `release` makes the mutex free.
template <class Release>
void release_told(MutexKind kind, const void* mutex, Caller caller, const Release& release) {
  const auto id = reinterpret_cast<std::uintptr_t>(mutex);
  tell_about_to_free(kind, id, caller);
  release();
  emit(MutexReleased{kind, id, caller});
}

}  // namespace muster::events
