// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task reductions for Clang. Undeferred tasks run one after the other in the thread that has the taskgroup, so they may all use one
// copy: the original itself (OpenMP 5.2, 5.5.10 leaves the number of copies open). Initialisers, combiners and destructors
// are therefore not called.
//
// reduction(task, ...) on a region or loop is different: each thread has a private copy already, which the compiled code combines like any
// other reduction's, and tasks may know the variable by its original address. That is what needs looking up. clang-19 describes
// an item as %struct.kmp_taskred_input_t = { ptr private, ptr original, i64 bytes, ptr init, ptr fini, ptr comb, i32 flags }.
#include <stdlib.h>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

struct ReductionInput {
  void* copy;
  void* original;
  std::size_t bytes;
  void* initialize;
  void* finish;
  void* combine;
  std::uint32_t flags;
};
static_assert(sizeof(ReductionInput) == 56);

struct ReductionTable {
  std::size_t count;
  tasks::ReductionItem items[];
};

tasks::ReductionItem find(void* reductions, void* address, std::uint32_t /*thread_number*/) {
  const auto& table = *static_cast<const ReductionTable*>(reductions);
  for (std::size_t i = 0; i < table.count; ++i) {
    if (table.items[i].original == address || table.items[i].copy == address) {
      return table.items[i];
    }
  }
  return {};
}

// The input is on the caller's frame, perhaps not for long.
ReductionTable& remember(std::size_t count, const ReductionInput* inputs) {
  auto* table = static_cast<ReductionTable*>(malloc(sizeof(ReductionTable) + count * sizeof(tasks::ReductionItem)));
  if (table == nullptr) {
    platform::fail("muster: no memory for a task reduction");
  }
  table->count = count;
  for (std::size_t i = 0; i < count; ++i) {
    table->items[i] = {inputs[i].copy, inputs[i].original};
  }
  return *table;
}

}  // namespace

// Inside the taskgroup. The result is handed back to __kmpc_task_reduction_get_th_data and not looked at.
MUSTER_KMP(void*, __kmpc_taskred_init, (std::int32_t /*global_number*/, std::int32_t /*count*/, void* /*inputs*/)) {
  return runtime::current().tasks.innermost;
}
// Of Clang before 10, whose items have no `original`.
MUSTER_KMP(void*, __kmpc_task_reduction_init,
           (std::int32_t /*global_number*/, std::int32_t /*count*/, void* /*inputs*/)) {
  return runtime::current().tasks.innermost;
}

// All members of the team, at the start of the region or loop; begins a taskgroup in each.
MUSTER_KMP(void*, __kmpc_taskred_modifier_init,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*is_worksharing*/, std::int32_t count,
            const ReductionInput* inputs)) {
  tasks::Taskgroup& group = tasks::begin_allocated_group(runtime::current().tasks);
  group.find = &find;
  group.reductions = &remember(static_cast<std::size_t>(count), inputs);
  return &group;
}
MUSTER_KMP(void*, __kmpc_task_reduction_modifier_init,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*is_worksharing*/, std::int32_t /*count*/,
            void* /*inputs*/)) {
  return &tasks::begin_allocated_group(runtime::current().tasks);
}
// At its end, before the caller combines its private copy.
MUSTER_KMP(void, __kmpc_task_reduction_modifier_fini,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*is_worksharing*/)) {
  tasks::State& state = runtime::current().tasks;
  free(state.innermost->reductions);
  tasks::end_allocated_group(state);
}

MUSTER_KMP(void*, __kmpc_task_reduction_get_th_data,
           (std::int32_t /*global_number*/, void* /*taskgroup*/, void* address)) {
  const teams::Member& self = runtime::current();
  const tasks::ReductionItem item = tasks::find_reduction(self.tasks, address, self.number);
  return item.copy != nullptr ? item.copy : address;
}

}  // namespace muster::abi::kmp
