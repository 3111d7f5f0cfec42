// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_parallel and its older start/end pair. GCC lowers `parallel` to a call with the outlined function, a pointer to the
// shared variables and the num_threads clause: 0 without one, 1 when the if clause is false.
#include "abi/exports/export.h"
#include "abi/gomp/region.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {

MUSTER_GOMP(GOMP_4_0, void, GOMP_parallel,
            (void (*function)(void*), void* data, unsigned num_threads, unsigned flags)) {
  teams::Member& self = runtime::current();
  push_clause(self, flags);
  run_parallel<CallOutlined>(self, work_for(function, data), num_threads);
}

// Up to GCC 4.8: the caller runs the function itself between the two calls.
MUSTER_GOMP(GOMP_1_0, void, GOMP_parallel_start, (void (*function)(void*), void* data, unsigned num_threads)) {
  fork_for_caller<CallOutlined>(runtime::current(), work_for(function, data), num_threads, MUSTER_CALLER());
}

MUSTER_GOMP(GOMP_1_0, void, GOMP_parallel_end, ()) { join_for_caller(runtime::current()); }

}  // namespace muster::abi::gomp
