// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait, taskyield and taskgroup for Clang.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

MUSTER_KMP(std::int32_t, __kmpc_omp_taskwait, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  tasks::await_children(runtime::current().tasks);
  return 0;
}

// All children instead of those that the dependences name: the others have run as well, unless they are detached.
MUSTER_KMP(void, __kmpc_omp_wait_deps,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*count*/, void* /*dependences*/,
            std::int32_t /*noalias_count*/, void* /*noalias_dependences*/)) {
  tasks::await_children(runtime::current().tasks);
}
// `no_wait`: a taskwait nowait, which only orders tasks that come later; those wait themselves.
MUSTER_KMP(void, __kmpc_omp_taskwait_deps_51,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*count*/, void* /*dependences*/,
            std::int32_t /*noalias_count*/, void* /*noalias_dependences*/, std::int32_t no_wait)) {
  if (no_wait == 0) {
    tasks::await_children(runtime::current().tasks);
  }
}

MUSTER_KMP(std::int32_t, __kmpc_omp_taskyield,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*end_part*/)) {
  return 0;
}

MUSTER_KMP(void, __kmpc_taskgroup, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  tasks::begin_allocated_group(runtime::current().tasks);
}
MUSTER_KMP(void, __kmpc_end_taskgroup, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  tasks::end_allocated_group(runtime::current().tasks);
}

}  // namespace muster::abi::kmp
