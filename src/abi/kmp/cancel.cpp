// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation for Clang: what it wants to know is whether to leave the construct.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

teams::Cancellable construct_of(std::int32_t code) {
  switch (code) {
    case 1: return teams::Cancellable::region;
    case 2:  // a loop
    case 3:  // sections
      return teams::Cancellable::worksharing;
    case 4: return teams::Cancellable::taskgroup;
    default: return teams::Cancellable::nothing;
  }
}

std::uint32_t flag_of(std::int32_t code) {
  switch (code) {
    case 1: return events::kCancelsParallel;
    case 2: return events::kCancelsLoop;
    case 3: return events::kCancelsSections;
    default: return events::kCancelsTaskgroup;
  }
}

}  // namespace

MUSTER_KMP(std::int32_t, __kmpc_cancel, (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t construct)) {
  teams::Member& self = runtime::current();
  if (events::listening) [[unlikely]] {
    return teams::observed::cancel(self, construct_of(construct), flag_of(construct), MUSTER_CALLER()) ? 1 : 0;
  }
  return teams::cancel(self, construct_of(construct)) ? 1 : 0;
}
MUSTER_KMP(std::int32_t, __kmpc_cancellationpoint,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t construct)) {
  teams::Member& self = runtime::current();
  if (events::listening) [[unlikely]] {
    return teams::observed::is_cancelled(self, construct_of(construct), flag_of(construct), MUSTER_CALLER()) ? 1 : 0;
  }
  return teams::is_cancelled(self, construct_of(construct)) ? 1 : 0;
}
// Clang-built code also calls it after it has cancelled a region, on its way out.
MUSTER_KMP(std::int32_t, __kmpc_cancel_barrier, (Ident * place, std::int32_t /*global_number*/)) {
  teams::Member& self = runtime::current();
  if (events::listening) [[unlikely]] {
    return teams::observed::barrier_or_cancelled(self, barrier_kind(place), MUSTER_CALLER()) ? 1 : 0;
  }
  return teams::barrier_or_cancelled(self) ? 1 : 0;
}

// Whether such a construct around the caller is cancelled, and not the region with it; in C and in Fortran alike by value.
MUSTER_KMP(std::int32_t, kmp_get_cancellation_status, (std::int32_t code)) {
  const teams::Member& self = runtime::current();
  const teams::Cancellable construct = construct_of(code);
  if (construct != teams::Cancellable::region && teams::is_cancelled(self, teams::Cancellable::region)) {
    return 0;
  }
  return teams::is_cancelled(self, construct) ? 1 : 0;
}
MUSTER_KMP_ALIAS(kmp_get_cancellation_status_, kmp_get_cancellation_status);

}  // namespace muster::abi::kmp
