// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks in a list, the highest priority first and of equals the oldest. Its owner holds a lock around each call.
//
// A task is added in as many steps as the list has priorities, not tasks. Tasks of one priority stand behind one another as a run, and the first of a run
// knows the last one. Tasks without a priority stand at the end, where there is nothing to be known: each of them is a run of its own.
#pragma once

#include "tasks/task.h"

namespace muster::tasks {

class PriorityList {
 public:
  void add(Task& task) {
    const std::int32_t priority = priority_of(task);
    if (priority == 0) {
      append(task);
      return;
    }
    begin_run(task);
    Task* behind = nullptr;
    for (Task* run = first(); run != nullptr && priority_of(*run) >= priority; run = next_of(*behind)) {
      behind = last_of(*run);
      if (priority_of(*run) == priority) {
        run->extra->set_last_of_run(&task);
        break;
      }
    }
    insert(behind, task);
  }

  // Behind all others, and in front of them, whatever the priority: each is a run of its own.
  void append(Task& task) {
    begin_run(task);
    insert(last_, task);
  }
  void prepend(Task& task) {
    begin_run(task);
    insert(nullptr, task);
  }

  // Takes the first task that `accepts(task)`, of the first `most`. Null: there is none.
  template <class Accepts>
  Task* take(const Accepts& accepts, std::uint32_t most) {
    Task* run = first();
    Task* previous = nullptr;
    for (Task* task = first(); task != nullptr && most > 0; previous = task, task = next_of(*task), --most) {
      if (previous != nullptr && previous == last_of(*run)) {
        run = task;
      }
      if (accepts(*task)) {
        leave_run(*run, *task, previous);
        remove(*task, previous);
        return task;
      }
    }
    return nullptr;
  }

 private:
  static std::int32_t priority_of(const Task& task) { return task.extra != nullptr ? task.extra->priority() : 0; }
  static Task* next_of(const Task& task) { return static_cast<Task*>(task.next); }
  static Task* last_of(Task& run) { return priority_of(run) == 0 ? &run : run.extra->last_of_run(); }

  static void begin_run(Task& task) {
    if (priority_of(task) != 0) {
      task.extra->set_last_of_run(&task);
    }
  }

  void insert(Task* behind, Task& task) {
    memory::Block*& link = behind == nullptr ? head_ : behind->next;
    task.next = link;
    link = &task;
    if (behind == last_) {
      last_ = &task;
    }
  }

  static void leave_run(Task& run, Task& task, Task* previous) {
    Task* last = last_of(run);
    if (&run == last) {
      return;
    }
    if (&task == &run) {
      next_of(task)->extra->set_last_of_run(last);
    } else if (&task == last) {
      run.extra->set_last_of_run(previous);
    }
  }

  void remove(Task& task, Task* previous) {
    (previous == nullptr ? head_ : previous->next) = task.next;
    if (&task == last_) {
      last_ = previous;
    }
  }

  Task* first() const { return static_cast<Task*>(head_); }

  memory::Block* head_ = nullptr;
  Task* last_ = nullptr;
};

}  // namespace muster::tasks
