// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/in_place.h"

namespace muster::tasks {

void make_child_in_place(Worker& worker, Task& parent) {
  Task& task = make_task(worker, sizeof(Task), 0);
  task.next = &parent;
  task.thread = &worker;
  task.data = nullptr;
  parent.data = &task;
}

void release_hosted(Worker& worker, Task& parent) {
  auto* task = static_cast<Task*>(parent.data);
  parent.data = nullptr;
  while (task != nullptr) {
    auto* inner = static_cast<Task*>(task->data);
    worker.cache->release(task);
    task = inner;
  }
}

void settle_in_place(Worker& worker, Task& task) {
  if (task.is(kOwnIcvs)) {
    give_icvs_back(worker, task);
    worker.icvs = task.displaced_icvs;
  }
  if (task.extra != nullptr) {
    end_extra(&worker, task);
    task.extra = nullptr;
  }
  // G: acquire, pairs with F in tasks/schedule.cpp
  if (task.finished_elsewhere.load_acquire() == task.spawned - task.finished_here) {
    task.spawned = 0;
    task.finished_here = 0;
    task.finished_elsewhere.store_relaxed(0);
    return;
  }
  // Its children still need it.
  worker.current->data = nullptr;
  release_hosted(worker, task);
  leave_to_children(worker, task);
}

void free_in_place(Task& implicit) {
  auto* task = static_cast<Task*>(implicit.data);
  implicit.data = nullptr;
  while (task != nullptr) {
    auto* inner = static_cast<Task*>(task->data);
    give_task_back(nullptr, *task);
    task = inner;
  }
}

}  // namespace muster::tasks
