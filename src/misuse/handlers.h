// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that hear of events, by the file that has them.
#pragma once

#include "events/events.h"

namespace muster::misuse {

// nesting.cpp: constructs inside of others.
void on_misuse(const events::Misuse& event);
void on_masked_begin(const events::MaskedBegin& event);
void on_masked_end(const events::MaskedEnd& event);
void check_nesting(const events::SyncBegin& event);
void check_nesting(const events::WorkBegin& event);

// meeting.cpp: what the members of a team meet.
void open_meeting(events::Region& region);
void close_meeting(events::Region& region);
void join_meeting(events::Task& task);
void leave_meeting(events::Task& task);
void meet_barrier(const events::SyncBegin& event);
void meet_work(const events::WorkBegin& event);
void cancel_meeting(events::Task& task);

// mutexes.cpp
void on_mutex_init(const events::MutexInit& event);
void on_mutex_destroy(const events::MutexDestroy& event);
void on_mutex_acquire(const events::MutexAcquire& event);
void on_mutex_acquired(const events::MutexAcquired& event);
void on_mutex_release(const events::MutexRelease& event);
void on_nest_lock_end(const events::NestLockEnd& event);
// Where the task has entered the critical construct that it is in, or nothing. An ordered one is inside of a loop, which is told.
events::Caller critical_of(const events::Task& task);
void tell_locks_held();
// The thread ends. By a holder of the Guard.
void leave_mutexes_of(events::Thread& thread);
// In the child of fork(), where the other threads are not.
void forget_other_threads();

// deadlocks.cpp
// The thread is about to wait at the barrier that its implicit task has met (meet_barrier), or has left it.
void wait_at_barrier(const events::SyncBegin& event);
void leave_barrier(events::Task& task);

// chains.cpp: dependences of tasks.
void on_dependences(const events::Dependences& event);
// The task waits for the tasks that it has made, or ends.
void judge_chains(events::Task& task);

}  // namespace muster::misuse
