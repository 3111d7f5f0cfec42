// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of the race checker's listener, a file a group of constructs.
#pragma once

#include "events/events.h"
#include "races/notes.h"

namespace muster::races {

// regions.cpp: fork, join, target, barriers, taskwait and taskgroup
void on_parallel_begin(const events::ParallelBegin& event);
void on_parallel_end(const events::ParallelEnd& event);
void on_target_begin(const events::TargetBegin& event);
void on_target_end(const events::TargetEnd& event);
void on_implicit_task_begin(const events::ImplicitTaskBegin& event);
void on_implicit_task_end(const events::ImplicitTaskEnd& event);
void on_sync_begin(const events::SyncBegin& event);
void on_sync_wait_end(const events::SyncWaitEnd& event);
void on_sync_end(const events::SyncEnd& event);

// notes.cpp
void on_thread_end(const events::ThreadEnd& event);

// tasks.cpp
void on_task_create(const events::TaskCreate& event);
void on_task_schedule(const events::TaskSchedule& event);
void on_cancel(const events::Cancel& event);

// dependences.cpp
void on_dependences(const events::Dependences& event);
// All that the task depends on comes before what follows.
void acquire_uses(const Note& note);
// What came before comes before all that depends on the task that has these uses.
void release_uses(const Use* uses);

// exclusion.cpp: locks, critical, ordered, reductions, flush, and orders of no other event
void on_mutex_acquired(const events::MutexAcquired& event);
void on_mutex_release(const events::MutexRelease& event);
void on_reduction_begin(const events::ReductionBegin& event);
void on_reduction_end(const events::ReductionEnd& event);
void on_flush(const events::Flush& event);
void on_happens_before(const events::HappensBefore& event);
void on_happens_after(const events::HappensAfter& event);
void on_fresh_memory(const events::FreshMemory& event);

// The clock of a barrier for which the region's tasks have to be complete; two do, as nobody is two barriers ahead.
void release_for_barrier(events::Region& region, std::uint32_t barriers_passed);

}  // namespace muster::races
