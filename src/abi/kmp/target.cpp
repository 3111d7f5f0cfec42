// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target constructs as Clang calls them when it compiles for the host alone: the region is part of the code around it, or, with
// nowait or depend, of a task.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/task.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

namespace {

// libomp runs target tasks on threads of their own, hidden helpers, and programs know by the number that they are in one. Here the threads of
// the team run them. While it runs one, a thread goes by one of the numbers kept for helpers, which no other thread goes by then; the ninth
// at a time goes by its own.
class HelperNumber {
 public:
  explicit HelperNumber(teams::Member& self) : self_(self), own_(self.thread_number_in_process) {
    constexpr std::uint32_t kAll = (1U << threads::kHelperNumbers) - 1;
    std::uint32_t taken = taken_.load_relaxed();
    while (taken != kAll) {
      const auto number = static_cast<std::uint32_t>(__builtin_ctz(~taken));
      // A: acquire, pairs with B. What is kept by number is handed on from helper to helper.
      if (taken_.compare_exchange_acquire(taken, taken | 1U << number)) {
        bit_ = 1U << number;
        self_.thread_number_in_process = static_cast<std::int32_t>(number) + 1;
        return;
      }
    }
  }
  ~HelperNumber() {
    self_.thread_number_in_process = own_;
    if (bit_ != 0) taken_.fetch_add_release(0U - bit_);  // B: release, pairs with A
  }
  HelperNumber(const HelperNumber&) = delete;
  HelperNumber& operator=(const HelperNumber&) = delete;

 private:
  static inline platform::Native::Atomic<std::uint32_t> taken_{0};
  teams::Member& self_;
  std::int32_t own_;
  std::uint32_t bit_ = 0;
};

void run_as_helper(tasks::Worker& worker, tasks::Task& task) {
  const HelperNumber number(static_cast<teams::Member&>(worker));
  run_task(worker, task);
}

}  // namespace

// A target task is a task like any other, but for the number: the device, if it is given, is the host.
MUSTER_KMP(KmpTask*, __kmpc_omp_target_task_alloc,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t flags, std::size_t bytes,
            std::size_t shared_bytes, TaskRoutine routine, std::int64_t /*device*/)) {
  KmpTask& task = allocate_task(runtime::current(), static_cast<std::uint32_t>(flags), bytes, shared_bytes, routine);
  task_of(task).run = &run_as_helper;
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
