// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Taskgroup (OpenMP 5.2, 15.4), and where the tasks in it find the copies of a task reduction (5.5.9).
#pragma once

#include <cstdint>

#include "tasks/state.h"

namespace muster::tasks {

// What a participating task uses for a list item, and the item that the reduction was declared for.
struct ReductionItem {
  void* copy = nullptr;
  void* original = nullptr;
};

struct Taskgroup {
  Taskgroup* outer = nullptr;
  std::uint64_t serial = 0;

  // Reductions of the group in the form of the ABI that declared them; null: none. `find` looks up an original, or a copy, by its
  // address; a null copy says that the group does not reduce it.
  ReductionItem (*find)(void* reductions, void* address, std::uint32_t thread_number) = nullptr;
  void* reductions = nullptr;
};

void begin_group(State& state, Taskgroup& group);
// Waits for the tasks of the innermost group, and returns it.
Taskgroup& end_group(State& state);

// For constructs whose begin and end are calls of their own; the structure is on the heap in between. Begin ends the program
// with a message when there is no memory.
Taskgroup& begin_allocated_group(State& state);
void end_allocated_group(State& state);

// Looks from the innermost group outwards.
ReductionItem find_reduction(const State& state, void* address, std::uint32_t thread_number);

}  // namespace muster::tasks
