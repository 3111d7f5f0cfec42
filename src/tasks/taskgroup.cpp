// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/taskgroup.h"

#include <stdlib.h>

#include <new>

#include "platform/standard_error.h"

namespace muster::tasks {

void begin_group(State& state, Taskgroup& group) {
  group.outer = state.innermost;
  group.serial = ++state.last_serial;
  state.innermost = &group;
}

Taskgroup& end_group(State& state) {
  Taskgroup& group = *state.innermost;
  await_since(state, group.serial);
  state.innermost = group.outer;
  return group;
}

Taskgroup& begin_allocated_group(State& state) {
  void* memory = malloc(sizeof(Taskgroup));
  if (memory == nullptr) {
    platform::fail("muster: no memory for a taskgroup");
  }
  auto& group = *new (memory) Taskgroup();
  begin_group(state, group);
  return group;
}

void end_allocated_group(State& state) { free(&end_group(state)); }

ReductionItem find_reduction(const State& state, void* address, std::uint32_t thread_number) {
  for (const Taskgroup* group = state.innermost; group != nullptr; group = group->outer) {
    if (group->find == nullptr) {
      continue;
    }
    const ReductionItem item = group->find(group->reductions, address, thread_number);
    if (item.copy != nullptr) {
      return item;
    }
  }
  return {};
}

}  // namespace muster::tasks
