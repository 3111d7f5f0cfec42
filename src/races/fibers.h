// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MUSTER_RACES=deep: each explicit task is a fiber to the checker, so that tasks conflict although one thread ran both.
#pragma once

#include "races/notes.h"

namespace muster::races {

// Whether tasks have fibers of their own. Set by start_fibers(), before the first event, and whether messages are wanted.
inline constinit bool deep = false;
inline constinit bool warnings = true;
void start_fibers();
// At the end of the program. A fiber that is left would count as a thread for which the checker waits a second.
void end_fibers();

// Makes the new task's fiber, which begins after what its creator has done so far, or sees to it that it gets one when it begins. Tasks of which
// the creator waits for the end have none; others go on as their thread's only where there is no room, which is told once.
void make_fiber_for(Note& note, const events::Task& task);
// The thread stops to run `prior` and goes on with `next`, for the first time or again; `suspended` is the one of them that is not over.
void change_fibers(Note& prior, Note& next, const events::Task& suspended);
// The task is over, and its thread goes on as another fiber.
void end_fiber_of(Note& note);

// They are called around fork(), as a thread that is not in the child may be making one.
void lock_making();
void unlock_making();

// The task is ordered with what its thread does besides from now on.
void see_thread(const events::ThreadSeen& event);

}  // namespace muster::races
