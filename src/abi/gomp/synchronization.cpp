// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_barrier, single, ordered and critical.
#include "abi/exports/export.h"
#include "abi/omp/mutex.h"
#include "base/base.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {
namespace {

constexpr auto kEndOfSingle = teams::observed::EndOfSingle::is_not_told;

// In a line of its own, as threads contend for it.
struct alignas(base::kCacheLineBytes) UnnamedCritical {
  Mutex mutex;
};
constinit UnnamedCritical unnamed;

// GCC gives each name of a critical construct a zeroed pointer; the mutex lives in it.
Mutex& named(void** place) {
  static_assert(sizeof(Mutex) <= sizeof(void*) && alignof(Mutex) <= alignof(void*));
  return *reinterpret_cast<Mutex*>(place);
}

MUSTER_OUT_OF_LINE void barrier_told(teams::Member& self) {
  const events::Caller caller = events::resolve(MUSTER_CALLER());
  teams::observed::barrier(self, teams::observed::barrier_kind_by_history(self, caller), caller);
}

// Where somebody listens, or the thread has not been met.
MUSTER_OUT_OF_LINE bool claim_single_slowly() {
  teams::Member& self = runtime::current();
  const events::Caller caller = events::caller_if_heard();
  return teams::claim_single(self, kEndOfSingle, caller);
}
// The same, or where the thread has copied before.
MUSTER_OUT_OF_LINE void* claim_single_or_copy_slowly() {
  teams::Member& self = runtime::current();
  const events::Caller caller = events::caller_if_heard();
  return teams::claim_single_that_copies(self, kEndOfSingle, caller) ? nullptr : teams::await_copy(self, caller);
}

}  // namespace

MUSTER_GOMP(GOMP_1_0, void, GOMP_barrier, ()) {
  if (!runtime::has_entered()) [[unlikely]] {
    return runtime::after_entering<GOMP_barrier>();
  }
  teams::Member& self = *teams::current_member;
  if (events::listening) [[unlikely]] {
    return barrier_told(self);
  }
  teams::barrier(self);
}

MUSTER_GOMP(GOMP_1_0, bool, GOMP_single_start, ()) {
  if (events::listening || !runtime::has_entered()) [[unlikely]] {
    return claim_single_slowly();
  }
  return teams::claim_single(*teams::current_member);
}

// Null tells the one thread that is to run the block; it calls GOMP_single_copy_end with what it has to give.
MUSTER_GOMP(GOMP_1_0, void*, GOMP_single_copy_start, ()) {
  if (!runtime::has_entered() || teams::current_member->has_copied || events::listening) [[unlikely]] {
    return claim_single_or_copy_slowly();
  }
  teams::Member& self = *teams::current_member;
  return teams::claim_single(self) ? nullptr : teams::await_copy(self, MUSTER_CALLER());
}
MUSTER_GOMP(GOMP_1_0, void, GOMP_single_copy_end, (void* data)) {
  teams::publish_copy(runtime::current(), data, MUSTER_CALLER());
}

MUSTER_GOMP(GOMP_1_0, void, GOMP_ordered_start, ()) { teams::enter_ordered(runtime::current(), MUSTER_CALLER()); }
MUSTER_GOMP(GOMP_1_0, void, GOMP_ordered_end, ()) { teams::leave_ordered(runtime::current(), MUSTER_CALLER()); }

MUSTER_GOMP(GOMP_1_0, void, GOMP_critical_start, ()) { enter_critical(unnamed.mutex, 0, MUSTER_CALLER()); }
MUSTER_GOMP(GOMP_1_0, void, GOMP_critical_end, ()) { leave_critical(unnamed.mutex, MUSTER_CALLER()); }
MUSTER_GOMP(GOMP_1_0, void, GOMP_critical_name_start, (void** place)) {
  enter_critical(named(place), 0, MUSTER_CALLER());
}
MUSTER_GOMP(GOMP_1_0, void, GOMP_critical_name_end, (void** place)) { leave_critical(named(place), MUSTER_CALLER()); }

}  // namespace muster::abi::gomp
