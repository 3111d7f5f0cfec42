// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tool may ask about tasks and their dependences.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/task.h"
#include "runtime/runtime.h"
#include "tasks/tasks.h"

namespace muster::abi::kmp {

// A node begins with the pointer to the first { node, next } of those that wait for it. Null for a task without dependences that others
// could wait for, and when the task is complete. To be called where the task was made, before it waits for its children.
MUSTER_KMP(const void*, __kmpc_task_get_depnode, (KmpTask * task)) { return tasks::place_in_graph(task_of(*task)); }
MUSTER_KMP(const void*, __kmpc_task_get_successors, (KmpTask * task)) { return tasks::first_successor(task_of(*task)); }

// Numbers by which tools tell tasks that have not ended apart: addresses.
MUSTER_KMP(std::uint64_t, __kmpc_get_taskid, ()) {
  return reinterpret_cast<std::uintptr_t>(runtime::current().current);
}
// 0: the task is an implicit one.
MUSTER_KMP(std::uint64_t, __kmpc_get_parent_taskid, ()) {
  const tasks::Task& task = *runtime::current().current;
  return task.is(tasks::kExplicit) ? reinterpret_cast<std::uintptr_t>(task.parent.load_relaxed()) : 0;
}
// Whether tasks of the team may be deferred.
MUSTER_KMP(std::int32_t, __kmpc_omp_has_task_team, (std::int32_t /*global_number*/)) {
  return runtime::current().team_size > 1 ? 1 : 0;
}

}  // namespace muster::abi::kmp
