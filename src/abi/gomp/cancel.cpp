// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation for GCC: what it wants to know is whether to leave the construct.
#include "abi/exports/export.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {
namespace {

teams::Cancellable construct_of(int code) {
  switch (code) {
    case 1: return teams::Cancellable::region;
    case 2:  // a loop
    case 4:  // sections
      return teams::Cancellable::worksharing;
    case 8: return teams::Cancellable::taskgroup;
    default: return teams::Cancellable::nothing;
  }
}

}  // namespace

// Also a cancellation point where the if clause is false.
MUSTER_GOMP(GOMP_4_0, bool, GOMP_cancel, (int construct, bool if_clause)) {
  teams::Member& self = runtime::current();
  return if_clause ? teams::cancel(self, construct_of(construct)) : teams::is_cancelled(self, construct_of(construct));
}
MUSTER_GOMP(GOMP_4_0, bool, GOMP_cancellation_point, (int construct)) {
  return teams::is_cancelled(runtime::current(), construct_of(construct));
}

MUSTER_GOMP(GOMP_4_0, bool, GOMP_barrier_cancel, ()) { return teams::barrier_or_cancelled(runtime::current()); }
MUSTER_GOMP(GOMP_4_0, bool, GOMP_loop_end_cancel, ()) { return teams::barrier_or_cancelled(runtime::current()); }
MUSTER_GOMP(GOMP_4_0, bool, GOMP_sections_end_cancel, ()) { return teams::barrier_or_cancelled(runtime::current()); }

}  // namespace muster::abi::gomp
