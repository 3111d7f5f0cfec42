// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MUSTER_RACES=deep: each explicit task is a fiber to the checker, so that tasks conflict although one thread ran both.
#pragma once

#include "races/notes.h"

namespace muster::races {

// Whether tasks have fibers of their own. Set before the first event.
inline constinit bool deep = false;

// Makes the new task's fiber, which begins after what its creator has done so far. None is made for tasks of which the creator waits
// for the end, and once kMostFibers are alive; these go on as their thread's.
void make_fiber_for(Note& note, const events::Task& task);
// The thread stops to run `prior` and goes on with `next`, for the first time or again; `suspended` is the one of them that is not over.
void change_fibers(Note& prior, Note& next, const events::Task& suspended);
// The task is over, and its thread goes on as another fiber.
void end_fiber_of(Note& note);

// The task is ordered with what its thread does besides from now on.
void see_thread(const events::ThreadSeen& event);

}  // namespace muster::races
