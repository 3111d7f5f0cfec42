// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation for Clang, as with cancel-var false (OpenMP 5.2, 11.2): nothing is ever cancelled, and every call says so.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

// `construct`: 1 parallel, 2 loop, 3 sections, 4 taskgroup. Anything but 0 would make the caller leave the region.
MUSTER_KMP(std::int32_t, __kmpc_cancel,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*construct*/)) {
  return 0;
}
MUSTER_KMP(std::int32_t, __kmpc_cancellationpoint,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*construct*/)) {
  return 0;
}
// A barrier that could be left early.
MUSTER_KMP(std::int32_t, __kmpc_cancel_barrier, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::barrier(runtime::current());
  return 0;
}

}  // namespace muster::abi::kmp
