// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/state.h"

namespace muster::tasks {
namespace {

std::uint64_t serial_of(const Task* task) { return task == nullptr ? 0 : task->serial; }

// Waits for the tasks that `chosen` picks and takes them out of the list.
template <class Chosen>
void await_chosen(State& state, const Chosen& chosen) {
  DetachedTask** link = &state.detached;
  while (*link != nullptr) {
    DetachedTask& task = **link;
    if (!chosen(task)) {
      link = &task.next;
      continue;
    }
    await_event(task);
    *link = task.next;
    task.release(task);
  }
}

}  // namespace

void begin(State& state, Task& task, bool is_final) {
  task.generating = state.current;
  task.serial = ++state.last_serial;
  task.is_final = is_final || (state.current != nullptr && state.current->is_final);
  state.current = &task;
}

void end(State& state, const Task& task) { state.current = task.generating; }

void finish_detached(State& state, DetachedTask& task) {
  task.serial = state.current->serial;
  task.parent_serial = serial_of(state.current->generating);
  if (is_fulfilled(task)) {
    task.release(task);
    return;
  }
  task.next = state.detached;
  state.detached = &task;
}

void await_children(State& state) {
  const std::uint64_t parent = serial_of(state.current);
  await_chosen(state, [parent](const DetachedTask& task) { return task.parent_serial == parent; });
}

void await_since(State& state, std::uint64_t serial) {
  await_chosen(state, [serial](const DetachedTask& task) { return task.serial > serial; });
}

}  // namespace muster::tasks
