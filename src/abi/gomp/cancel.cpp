// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation for GCC, as with cancel-var false (OpenMP 5.2, 11.2): nothing is ever cancelled, and every call says so.
#include "abi/exports/export.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {

// `construct`: 1 parallel, 2 loop, 4 sections, 8 taskgroup. True would make the caller leave the region.
MUSTER_GOMP(GOMP_4_0, bool, GOMP_cancel, (int /*construct*/, bool /*if_clause*/)) { return false; }
MUSTER_GOMP(GOMP_4_0, bool, GOMP_cancellation_point, (int /*construct*/)) { return false; }

// Barriers that could be left early.
MUSTER_GOMP(GOMP_4_0, bool, GOMP_barrier_cancel, ()) {
  teams::barrier(runtime::current());
  return false;
}
MUSTER_GOMP(GOMP_4_0, bool, GOMP_loop_end_cancel, ()) {
  teams::barrier(runtime::current());
  return false;
}
MUSTER_GOMP(GOMP_4_0, bool, GOMP_sections_end_cancel, ()) {
  teams::barrier(runtime::current());
  return false;
}

}  // namespace muster::abi::gomp
