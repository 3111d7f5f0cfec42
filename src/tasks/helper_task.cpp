// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/helper_task.h"

#include "tasks/dependence.h"

namespace muster::tasks {
namespace {

bool is_cancelled_at(const Board& home, const Task& task) {
  return cancellation && !task.is(kHoldsObjects) &&
         (home.cancelled.load_relaxed() != kRegionRuns || is_cancelled(task.group));
}

}  // namespace

void run_as_helper(Worker& helper, Task& task, const Board& home) {
  if (is_cancelled_at(home, task)) {
    task.thread = &helper;
    return;
  }
  // What the task makes is of its phase, and is counted on the helper's board.
  helper.implicit.clear(kOddPhase);
  if (task.is(kOddPhase)) {
    helper.implicit.set(kOddPhase);
  }
  begin(helper, task);
  task.run(helper, task);
  await_own_tasks(helper);
  give_kept_turn_up(helper);
  end(helper, task);
}

void hand_back(Task& task) {
  task.clear(kForHelper);
  make_ready(nullptr, task);
}

}  // namespace muster::tasks
