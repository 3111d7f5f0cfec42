// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which threads look for tasks, which sleep, and who wakes them (Board::sleepers). What a waiting::Helper calls, with the worker as its
// context.
#pragma once

#include "tasks/worker.h"

namespace muster::tasks {

inline Worker& self_of(void* context) { return *static_cast<Worker*>(context); }

// By who is awake, or about to sleep: then it is counted already.
void start_looking(Worker& worker);
void stop_looking(Worker& worker);

// In a barrier, or between regions: any task wakes it.
void falls_asleep(void* worker);
// On top of a task that waits: descendants of that.
void falls_asleep_inside(void* worker);
void wakes_up(void* worker);
// Somebody has woken it for work, or is about to: it must not sleep on, counted as looking.
inline bool is_claimed(const Worker& worker) { return worker.board->sleepers.is_claimed(worker.sleeper); }
inline void leaves(void* worker) { stop_looking(self_of(worker)); }

}  // namespace muster::tasks
