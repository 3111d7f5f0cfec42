// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that run at once, in the caller's place and on its data. They need a descriptor, for tasks of their own and for what the program may
// ask, and no memory besides. The descriptor stays with the parent for its next such child: nearly all of it is still right then, which
// makes an empty task a third cheaper than one with a block of its own.
//
// A parent that keeps a descriptor (kHosts) is an implicit task, such a child itself, or a task whose `data` nobody needs when it has begun: there
// `data` points at the descriptor. Between two uses that has no children, no extra, and a `spawned` of 0.
#pragma once

#include "tasks/schedule.h"

namespace muster::tasks {

void make_child_in_place(Worker& worker, Task& parent);
// The block has left something behind: children, dependences, ICVs.
void settle_in_place(Worker& worker, Task& task);
void release_hosted(Worker& worker, Task& parent);
// For a worker that goes: frees what its implicit task kept.
void free_in_place(Task& implicit);

// Around the block of a task that was deferred, whose data is what is returned.
MUSTER_ALWAYS_INLINE void* begin_to_host(Task& task) {
  void* data = task.data;
  task.data = nullptr;
  task.set(kHosts);
  return data;
}
MUSTER_ALWAYS_INLINE void end_hosting(Worker& worker, Task& task) {
  if (task.data != nullptr) {
    release_hosted(worker, task);
  }
}

// Whether the parent has a descriptor at hand.
MUSTER_ALWAYS_INLINE bool hosts(const Task& parent) { return parent.is(kHosts) && parent.data != nullptr; }
// Whether it has one now.
MUSTER_ALWAYS_INLINE bool can_host(Worker& worker) {
  Task& parent = *worker.current;
  if (!parent.is(kHosts)) {
    return false;
  }
  if (parent.data == nullptr) [[unlikely]] {
    if (worker.team_size == 1 && is_deep(worker)) {
      return false;
    }
    make_child_in_place(worker, parent);
  }
  return true;
}

MUSTER_ALWAYS_INLINE Task& begin_in_place(Worker& worker, std::uint32_t flags) {
  Task& parent = *worker.current;
  auto* task = static_cast<Task*>(parent.data);
  task->tag = flags | kExplicit | kHosts | kInPlace | (parent.tag & (kFinal | kOddPhase));
  task->group = parent.group;
  worker.current = task;
  return *task;
}
MUSTER_ALWAYS_INLINE void end_in_place(Worker& worker, Task& parent, Task& task) {
  worker.current = &parent;
  if (task.extra != nullptr || task.spawned != 0) [[unlikely]] {
    settle_in_place(worker, task);
  }
}

// Where hosts() or can_host() says so. `flags`: kFinal or not, and the nesting.
template <class Call>
MUSTER_ALWAYS_INLINE void run_in_place(Worker& worker, std::uint32_t flags, const Call& call) {
  Task& task = begin_in_place(worker, flags);
  const std::uint64_t outer_base = worker.base;
  worker.base = worker.deque.position();
  call();
  worker.base = outer_base;
  end_in_place(worker, *task.displaced(), task);
}
// The same in a team of one, whose deque has nothing. The parent is not read back from the descriptor: the next task begins with what is
// stored there.
template <class Call>
MUSTER_ALWAYS_INLINE void run_in_place_alone(Worker& worker, const Call& call) {
  Task& parent = *worker.current;
  Task& task = begin_in_place(worker, 0);
  call();
  end_in_place(worker, parent, task);
}

}  // namespace muster::tasks
