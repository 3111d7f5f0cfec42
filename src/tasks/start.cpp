// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/start.h"

#include "tasks/helper_task.h"
#include "tasks/observed.h"

namespace muster::tasks {

bool goes_to_helper(const Worker& worker, Task& task, bool may_be_deferred) {
  const bool is_deferred = may_be_deferred && !worker.current->is(kFinal) && !task.is(kDetachable);
  if (is_deferred && admit_to_helpers()) {
    return true;
  }
  task.clear(kForHelper);
  return false;
}

void start_empty(Worker& worker, const DependenceList& list, events::Caller caller) {
  Task& task = make_task(worker, sizeof(Task), 0);
  task.run = &run_nothing;
  if (events::listening) [[unlikely]] {
    observed::created(worker, task, {caller, nullptr, events::kTaskwaitTask, &list});
  }
  start_dependent(worker, task, list);
}

}  // namespace muster::tasks
