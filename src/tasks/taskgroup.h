// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Taskgroup (OpenMP 5.2, 15.4), and where the tasks in it find the copies of a task reduction (5.5.9).
#pragma once

#include <cstdint>

#include "tasks/task.h"

namespace muster::tasks {

// What a participating task uses for a list item, and the item that the reduction was declared for.
struct ReductionItem {
  void* copy = nullptr;
  void* original = nullptr;
};

// Tasks that the group's own thread makes and completes are counted without atomic operations:
//   unfinished tasks = made_here - completed_here - balance
// The balance counts completed minus made by others, and by the own thread while it waits. No task is made but by one that is unfinished,
// so the number is 0 only at the end, and stays 0.
//
// Ordering: F leave_group   fetch_add acq_rel of balance     pairs with G
//           G end_group     acquire of balance
struct Taskgroup : WaitBlock {
  Taskgroup* outer = nullptr;
  Worker* thread = nullptr;
  bool waits = false;
  // Tasks that the group's own thread makes run at once, for as long as an ABI needs it (Clang's task reductions).
  bool undeferred = false;
  // Begun by a construct with reduction(task, ...) or by a target task, not by a taskgroup construct: a cancel construct means the next one outside.
  bool implicit = false;
  Native::Atomic<std::uint32_t> cancelled{0};
  std::uint64_t made_here = 0;
  std::uint64_t completed_here = 0;
  Native::Atomic<base::Episode>& balance() { return word; }

  // Reductions of the group in the form of the ABI that declared them; null: none. `find` looks up an original, or a copy, by its
  // address, for a task that `worker` runs; a null copy says that the group does not reduce it.
  ReductionItem (*find)(void* reductions, void* address, const Worker& worker) = nullptr;
  void* reductions = nullptr;
};

// Begins one in the current task. Ends the program with a message when there is no memory.
Taskgroup& begin_group(Worker& worker);
// Waits for the tasks of the innermost group; release_group() frees it.
Taskgroup& end_group(Worker& worker);
void release_group(Worker& worker, Taskgroup& group);

// Looks from the innermost group of the current task outwards.
ReductionItem find_reduction(const Worker& worker, void* address);

}  // namespace muster::tasks
