// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/idle.h"

#include "tasks/schedule.h"

namespace muster::tasks {

void falls_asleep(void* context) {
  Worker& worker = self_of(context);
  // Null before the thread's first region in this seat.
  if (worker.presence.load_relaxed() == nullptr) {
    return;
  }
  Idle::fall_asleep(worker);
}

// Where there are more threads than CPUs, others have use for this one's.
void falls_asleep_inside(void* context) {
  Worker& worker = self_of(context);
  if (worker.team_size > cpus || worker.presence.load_relaxed() == nullptr) {
    return;
  }
  Idle::fall_asleep_inside(worker);
}

void wakes_up(void* context) { Idle::wake_up(self_of(context)); }

void leaves(void* context) { Idle::stop_looking(self_of(context)); }

void wake_one(Worker& worker) { Idle::wake_one(worker); }

}  // namespace muster::tasks
