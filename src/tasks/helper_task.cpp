// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/helper_task.h"

#include "tasks/dependence.h"

namespace muster::tasks {
void run_as_helper(Worker& helper, Task& task, const Board& home) {
  if (cancellation && is_discarded(home, task)) {
    task.thread = &helper;
    return;
  }
  // What the task makes is of its phase, and is counted on the helper's board.
  helper.implicit.clear(kOddPhase);
  if (task.is(kOddPhase)) {
    helper.implicit.set(kOddPhase);
  }
  run_block(helper, task, [&] {
    task.run(helper, task);
    await_own_tasks(helper);
    give_kept_turn_up(helper);
  });
}

void hand_back(Task& task) {
  task.clear(kForHelper);
  make_ready(nullptr, task);
}

}  // namespace muster::tasks
