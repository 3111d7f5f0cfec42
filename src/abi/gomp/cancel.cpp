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

// GCC's bits for loop and sections (2, 4) are swapped in the tools interface, so the code cannot be passed on as it is.
std::uint32_t flag_of(int code) {
  switch (code) {
    case 1: return events::kCancelsParallel;
    case 2: return events::kCancelsLoop;
    case 4: return events::kCancelsSections;
    default: return events::kCancelsTaskgroup;
  }
}

MUSTER_ALWAYS_INLINE bool cancellation_point(teams::Member& self, int construct, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    return teams::observed::is_cancelled(self, construct_of(construct), flag_of(construct), caller);
  }
  return teams::is_cancelled(self, construct_of(construct));
}

}  // namespace

// Also a cancellation point where the if clause is false.
MUSTER_GOMP(GOMP_4_0, bool, GOMP_cancel, (int construct, bool if_clause)) {
  teams::Member& self = runtime::current();
  if (!if_clause) {
    return cancellation_point(self, construct, MUSTER_CALLER());
  }
  if (events::listening) [[unlikely]] {
    return teams::observed::cancel(self, construct_of(construct), flag_of(construct), MUSTER_CALLER());
  }
  return teams::cancel(self, construct_of(construct));
}
MUSTER_GOMP(GOMP_4_0, bool, GOMP_cancellation_point, (int construct)) {
  return cancellation_point(runtime::current(), construct, MUSTER_CALLER());
}

MUSTER_GOMP(GOMP_4_0, bool, GOMP_barrier_cancel, ()) {
  teams::Member& self = runtime::current();
  if (events::listening) [[unlikely]] {
    const events::Caller caller = events::resolve(MUSTER_CALLER());
    return teams::observed::barrier_or_cancelled(self, teams::observed::barrier_kind_by_history(self, caller), caller);
  }
  return teams::barrier_or_cancelled(self);
}
MUSTER_GOMP(GOMP_4_0, bool, GOMP_loop_end_cancel, ()) {
  return teams::barrier_or_cancelled(runtime::current(), events::SyncKind::barrier_implicit_workshare, MUSTER_CALLER());
}
MUSTER_GOMP(GOMP_4_0, bool, GOMP_sections_end_cancel, ()) {
  return teams::barrier_or_cancelled(runtime::current(), events::SyncKind::barrier_implicit_workshare, MUSTER_CALLER());
}

}  // namespace muster::abi::gomp
