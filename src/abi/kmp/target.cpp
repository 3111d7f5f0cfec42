// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target constructs as Clang calls them when it compiles for the host alone: the region is part of the code around it, or, with
// nowait or depend, of a task.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/task.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

namespace {

// Copies of a task reduction are its team's, by number: a thread of no team would take the primary thread's.
bool is_in_reduction(const tasks::Task& task) {
  const tasks::Taskgroup* group = task.group;
  while (group != nullptr && group->find == nullptr) {
    group = group->outer;
  }
  return group != nullptr;
}

// As at the end of any region of one thread, all tasks that were made in it are complete.
void run_region(tasks::Worker& worker, tasks::Task& task) {
  tasks::begin_group(worker).implicit = true;
  run_task(worker, task);
  tasks::release_group(worker, tasks::end_group(worker));
}

void run_target(tasks::Worker& worker, tasks::Task& task) {
  if (!events::listening) [[likely]] {
    run_region(worker, task);
    return;
  }
  events::Frame& frame = events::this_task().frame;
  frame.exit = __builtin_frame_address(0);
  {
    const teams::observed::TargetRegion region;
    run_region(worker, task);
  }
  frame.exit = nullptr;
}

}  // namespace

// A target task is a task like any other, but for what runs it and what it waits for: the device, if it is given, is the host.
MUSTER_KMP(KmpTask*, __kmpc_omp_target_task_alloc,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t flags, std::size_t bytes,
            std::size_t shared_bytes, TaskRoutine routine, std::int64_t /*device*/)) {
  teams::Member& self = runtime::current();
  KmpTask& task = allocate_task(self, static_cast<std::uint32_t>(flags), bytes, shared_bytes, routine);
  task_of(task).run = &run_target;
  if (teams::has_helpers_for(self) && !is_in_reduction(task_of(task))) {
    task_of(task).set(tasks::kForHelper);
  }
  return &task;
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
