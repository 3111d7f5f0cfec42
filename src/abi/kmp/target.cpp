// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target constructs as Clang calls them when it compiles for the host alone: the region is part of the code around it, or, with
// nowait or depend, of a task.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

struct KmpTask;
using TaskRoutine = std::int32_t (*)(std::int32_t global_number, KmpTask* task);

MUSTER_KMP_DECLARE(KmpTask*, __kmpc_omp_task_alloc,
                   (Ident * place, std::int32_t global_number, std::int32_t flags, std::size_t bytes,
                    std::size_t shared_bytes, TaskRoutine routine));

// A target task is a task like any other: the device, if it is given, is the host.
MUSTER_KMP(KmpTask*, __kmpc_omp_target_task_alloc,
           (Ident * place, std::int32_t global_number, std::int32_t flags, std::size_t bytes, std::size_t shared_bytes,
            TaskRoutine routine, std::int64_t /*device*/)) {
  return __kmpc_omp_task_alloc(place, global_number, flags, bytes, shared_bytes, routine);
}

// target-offload-var as libomptarget asks for it: 0 disabled, 1 default, 2 mandatory.
MUSTER_KMP(std::int32_t, __kmpc_get_target_offload, ()) {
  switch (runtime::settings_at_start().global.target_offload) {
    case settings::TargetOffload::disabled: return 0;
    case settings::TargetOffload::default_: return 1;
    case settings::TargetOffload::mandatory: return 2;
  }
  return 1;
}

// Where libomptarget keeps what a target task waits for. Null has it wait before it returns.
MUSTER_KMP(void**, __kmpc_omp_get_target_async_handle_ptr, (std::int32_t /*global_number*/)) { return nullptr; }

// Dynamic group memory of the device that runs the caller: the host has none.
MUSTER_KMP(std::int32_t, ompx_get_dyn_cgroup_mem, ()) { return 0; }

}  // namespace muster::abi::kmp
