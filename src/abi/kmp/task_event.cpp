// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that are complete when somebody says so, for Clang: those with a detach clause, and proxies.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/task.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

MUSTER_KMP(void*, __kmpc_task_allow_completion_event,
           (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* kmp_task)) {
  tasks::Task& task = task_of(*kmp_task);
  tasks::make_detachable(task);
  return &task;
}

// A proxy task (kProxy) starts something, and is complete when somebody says so: the first from a thread of the team, the other from
// any thread.
MUSTER_KMP(void, __kmpc_proxy_task_completed, (std::int32_t /*global_number*/, KmpTask* kmp_task)) {
  tasks::fulfil(teams::current_member, task_of(*kmp_task));
}
MUSTER_KMP(void, __kmpc_proxy_task_completed_ooo, (KmpTask * kmp_task)) {
  tasks::fulfil(teams::current_member, task_of(*kmp_task));
}

}  // namespace muster::abi::kmp
