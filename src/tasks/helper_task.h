// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that a thread of no team runs (kForHelper): target tasks, for which the team has helpers (teams/helpers.h).
//
// The team counts such a task as any other. When it is ready it is handed over instead of deferred, and its end is told as that of a
// task with an event is from outside of the team. What the task makes belongs to the helper, which waits for it before it says so.
#pragma once

#include "tasks/schedule.h"

namespace muster::tasks {

// What the threads share that wait for the task. Valid until it is complete.
inline Board& home_of(const Task& task) { return *task.parent.load_relaxed()->thread->board; }

// Runs the task, unless it is cancelled, and what it has made. complete_from_outside() comes next. `helper` is alone in its team.
void run_as_helper(Worker& helper, Task& task, const Board& home);
// Nobody is there to take the task: a thread of the team runs it.
void hand_back(Task& task);

}  // namespace muster::tasks
