// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks as MUSTER_RACES=deep wants them: each that the specification lets a runtime defer is deferred, siblings go to different threads, and the
// order in which they run follows a seed. A race that shows only when other threads, or in another order, run the tasks is found so.
//
// A task's thread and its place in the queue are a function of the seed and of the task's path: which child of which task it is. The
// thread has the first turn. Another one takes the task when it has looked several times and the task is still there, so nothing waits for a
// thread that is busy; that part is as the system schedules.
#pragma once

#include "tasks/worker.h"

namespace muster::tasks {

// Set once at start, before the first event.
inline constinit bool dealing = false;
inline constinit std::uint64_t dealing_seed = 0;

// Where a task that is told of may not be deferred otherwise: the team has one thread, or the deque is full. In the region around the whole
// program nobody might ever run it, and somebody has to be left to do so where memory ends.
bool has_takers(const Worker& worker);
inline bool may_deal(const Worker& worker) { return dealing && has_takers(worker); }
// The same for a task that was planned.
inline bool is_dealt(const Worker& worker, const Task& task) { return task.is(kDealt) && has_takers(worker); }

// For a new task that may be deferred: whose it is, and what its path comes to.
void plan(Worker& worker, Task& task);

// To its thread, or to the list.
void deal(Worker& worker, Task& task);

}  // namespace muster::tasks
