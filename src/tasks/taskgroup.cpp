// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/taskgroup.h"

#include <new>

#include "tasks/find.h"
#include "tasks/schedule.h"

namespace muster::tasks {

Taskgroup& begin_group(Worker& worker) {
  auto& group = take_block<Taskgroup>(worker, sizeof(Taskgroup));
  group.outer = worker.current->group;
  group.thread = &worker;
  worker.current->group = &group;
  return group;
}

Taskgroup& end_group(Worker& worker) {
  Taskgroup& group = *worker.current->group;
  // M: acquire, pairs with L in tasks/schedule.cpp
  while (group.balance().load_acquire() + group.completed_here != group.made_here) {
    Task* next = take_own(worker);
    if (next != nullptr) {
      execute_chain(worker, *next);
      continue;
    }
    group.waits = true;
    // L: acq_rel, pairs with L in tasks/schedule.cpp
    group.balance().fetch_add_acq_rel(group.completed_here - group.made_here);
    group.made_here = 0;
    group.completed_here = 0;
    // M: acquire, pairs with L in tasks/schedule.cpp
    await_word(worker, group.balance(), 0);
    group.waits = false;
  }
  worker.current->group = group.outer;
  return group;
}

void release_group(Worker& worker, Taskgroup& group) { give_back(&worker, group); }

ReductionItem find_reduction(const Worker& worker, void* address) {
  if (events::listening) [[unlikely]] {
    events::tell_thread_seen();
  }
  for (const Taskgroup* group = worker.current->group; group != nullptr; group = group->outer) {
    if (group->find == nullptr) {
      continue;
    }
    const ReductionItem item = group->find(group->reductions, address, worker);
    if (item.copy != nullptr) {
      return item;
    }
  }
  return {};
}

}  // namespace muster::tasks
