// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait, taskyield and taskgroup for Clang.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/task.h"
#include "abi/kmp/task_reduction.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

namespace {

MUSTER_OUT_OF_LINE std::int32_t taskwait_slowly(teams::Member& self) {
  tasks::await_children(self, events::caller_if_heard());
  return 0;
}

// Where somebody listens, or the thread has not been met.
MUSTER_OUT_OF_LINE std::int32_t yield_slowly() {
  teams::Member& self = runtime::current();
  tasks::yield(self, events::caller_if_heard());
  return 0;
}

MUSTER_OUT_OF_LINE void end_group_told() {
  const events::Caller caller = events::resolve({});
  teams::Member& self = runtime::current();
  tasks::Taskgroup& group = tasks::observed::end_group(self, caller);
  if (group.reductions != nullptr) {
    finish_reductions(group);
  }
  tasks::release_group(self, group);
}

}  // namespace

MUSTER_KMP(std::int32_t, __kmpc_omp_taskwait, (Ident * place, std::int32_t global_number)) {
  if (!runtime::has_entered()) [[unlikely]] {
    return runtime::after_entering<__kmpc_omp_taskwait>(place, global_number);
  }
  teams::Member& self = *teams::current_member;
  if (events::listening || tasks::has_unfinished_children(self)) {
    return taskwait_slowly(self);
  }
  return 0;
}

namespace {

KmpDepend depend_of(std::int32_t count, const KmpDependence* list, std::int32_t noalias_count,
                    const KmpDependence* noalias_list) {
  return {static_cast<std::size_t>(count), list, static_cast<std::size_t>(noalias_count), noalias_list};
}

MUSTER_ALWAYS_INLINE void await(teams::Member& self, const tasks::DependenceList& list, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    tasks::observed::await_dependences(self, list, caller);
    return;
  }
  tasks::await_and_keep_turn(self, list);
}

}  // namespace

MUSTER_KMP(void, __kmpc_omp_wait_deps,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t count, const KmpDependence* list,
            std::int32_t noalias_count, const KmpDependence* noalias_list)) {
  teams::Member& self = runtime::current();
  await(self, depend_of(count, list, noalias_count, noalias_list).all(self), MUSTER_CALLER());
}
// `no_wait`: a taskwait nowait, which is an empty task with these dependences. Otherwise Clang makes the same call for a taskwait and before an
// undeferred task; of the two only the task needs its turn among mutually exclusive ones.
MUSTER_KMP(void, __kmpc_omp_taskwait_deps_51,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t count, const KmpDependence* list,
            std::int32_t noalias_count, const KmpDependence* noalias_list, std::int32_t no_wait)) {
  teams::Member& self = runtime::current();
  const KmpDepend depend = depend_of(count, list, noalias_count, noalias_list);
  if (no_wait == 0) {
    await(self, depend.all(self), MUSTER_CALLER());
    return;
  }
  tasks::start_empty(self, depend.all(self), MUSTER_CALLER());
}

MUSTER_KMP(std::int32_t, __kmpc_omp_taskyield,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*end_part*/)) {
  if (!runtime::has_entered() || events::listening) [[unlikely]] {
    return yield_slowly();
  }
  tasks::yield(*teams::current_member);
  return 0;
}

MUSTER_KMP(void, __kmpc_taskgroup, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  tasks::begin_group(runtime::current(), MUSTER_CALLER());
}
MUSTER_KMP(void, __kmpc_end_taskgroup, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  if (events::listening) [[unlikely]] {
    return end_group_told();
  }
  teams::Member& self = runtime::current();
  tasks::Taskgroup& group = tasks::end_group(self);
  if (group.reductions != nullptr) [[unlikely]] {
    finish_reductions(group);
  }
  tasks::release_group(self, group);
}

}  // namespace muster::abi::kmp
