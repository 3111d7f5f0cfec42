// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Root: a thread of the program that uses OpenMP, with its initial team of one.
#pragma once

#include "teams/team.h"

namespace muster::teams {

// Makes the calling thread known and gives it its initial member. Ends the program with a message when there is no memory.
Member& enter_root();
// The same for a thread that is known already.
Member& enter_root(threads::Thread& thread);
// The calling thread ends: its workers go to the pool.
void leave_root();
// The calling thread, a worker, ends: what the program still runs in it is none of its teams' affair, which may be gone.
void leave_teams();
// Ends the workers of the calling thread's teams and those that nobody has; the next region makes new ones. Not from inside of a
// region.
void end_workers_of(Member& initial);
// At unload, after all workers have ended: frees the teams of a root that still exists. `initial` is its initial member.
void abandon_root(Member& initial);
// What a root waits for before it ends: the tasks of its initial task that helpers run, and those that become ready by them.
void finish_target_tasks(Member& initial);
// In a forked child, before reset of the pool: the calling thread's idle teams have lost their workers. Returns the thread, or
// null when the caller was no thread of the runtime.
threads::Thread* survive_fork();

}  // namespace muster::teams
