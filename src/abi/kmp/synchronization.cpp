// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barrier, single, master, masked, critical, ordered and flush for Clang.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/omp/mutex.h"
#include "platform/cpu.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// Clang gives each name of a critical construct 32 zeroed bytes.
using CriticalName = std::int32_t[8];

Mutex& named(CriticalName* name) {
  static_assert(sizeof(Mutex) <= sizeof(CriticalName) && alignof(Mutex) <= alignof(CriticalName));
  return *reinterpret_cast<Mutex*>(name);
}

bool is(const teams::Member& self, std::int32_t number) { return static_cast<std::int32_t>(self.number) == number; }

// Where somebody listens, or the thread has not been met.
MUSTER_OUT_OF_LINE std::int32_t is_number_slowly(std::int32_t number) {
  const teams::Member& self = runtime::current();
  if (!is(self, number)) {
    return 0;
  }
  if (events::listening) {
    teams::observed::begin_masked(events::resolve({}));
  }
  return 1;
}
MUSTER_ALWAYS_INLINE std::int32_t is_number(std::int32_t number) {
  if (!runtime::has_entered() || events::listening) [[unlikely]] {
    return is_number_slowly(number);
  }
  return is(*teams::current_member, number) ? 1 : 0;
}
MUSTER_ALWAYS_INLINE void end_masked(events::Caller caller) {
  if (events::listening) [[unlikely]] {
    teams::observed::end_masked(caller);
  }
}

// Where somebody listens, the thread has copied before, or it has not been met.
MUSTER_OUT_OF_LINE std::int32_t claim_single_slowly() {
  teams::Member& self = runtime::current();
  const events::Caller caller = events::caller_if_heard();
  return teams::claim_single_that_copies(self, teams::observed::EndOfSingle::is_told, caller) ? 1 : 0;
}

MUSTER_OUT_OF_LINE void copy_unusually(teams::Member& self, void* data, void (*copy)(void* destination, void* source),
                                       bool ran_block) {
  const events::Caller caller = events::caller_if_heard();
  if (ran_block) {
    teams::publish_copy(self, data, caller);
  } else {
    copy(data, teams::await_copy(self, caller));
  }
  teams::barrier_after_copies(self, caller);
}

MUSTER_OUT_OF_LINE void begin_scope_told() {
  teams::observed::begin_work(runtime::current(), events::WorkKind::scope, 1, events::resolve({}));
}
MUSTER_OUT_OF_LINE void end_work_told() { teams::observed::end_work(runtime::current(), events::resolve({})); }

// Each has the arguments of its entry point, which then has nothing to move for it.
MUSTER_OUT_OF_LINE void enter_critical_told(Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name) {
  lock_told(events::MutexKind::critical, named(name), 0, events::resolve({}));
}
MUSTER_OUT_OF_LINE void enter_critical_with_hint_told(Ident* /*place*/, std::int32_t /*global_number*/,
                                                      CriticalName* name, std::uint32_t hint) {
  lock_told(events::MutexKind::critical, named(name), hint, events::resolve({}));
}
MUSTER_OUT_OF_LINE void leave_critical_slowly(Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name) {
  unlock_slowly(events::MutexKind::critical, named(name), {});
}

}  // namespace

MUSTER_KMP(void, __kmpc_barrier, (Ident * place, std::int32_t global_number)) {
  if (!runtime::has_entered()) [[unlikely]] {
    return runtime::after_entering<__kmpc_barrier>(place, global_number);
  }
  teams::Member& self = *teams::current_member;
  if (events::listening) [[unlikely]] {
    return teams::observed::barrier(self, barrier_kind(place), MUSTER_CALLER());
  }
  teams::barrier(self);
}

// Returns 1 to the thread that runs the block that follows; all others wait until it says that it is done.
MUSTER_KMP(std::int32_t, __kmpc_barrier_master, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::Member& self = runtime::current();
  teams::barrier(self, events::SyncKind::barrier_explicit, MUSTER_CALLER());
  if (self.number == 0) {
    return 1;
  }
  teams::barrier(self, events::SyncKind::barrier_implementation, MUSTER_CALLER());
  return 0;
}
MUSTER_KMP(void, __kmpc_end_barrier_master, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::barrier(runtime::current(), events::SyncKind::barrier_implementation, MUSTER_CALLER());
}
MUSTER_KMP(std::int32_t, __kmpc_barrier_master_nowait, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::Member& self = runtime::current();
  teams::barrier(self, events::SyncKind::barrier_explicit, MUSTER_CALLER());
  return self.number == 0 ? 1 : 0;
}

MUSTER_KMP(std::int32_t, __kmpc_single, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  if (!runtime::has_entered() || teams::current_member->has_copied || events::listening) [[unlikely]] {
    return claim_single_slowly();
  }
  return teams::claim_single(*teams::current_member) ? 1 : 0;
}
MUSTER_KMP(void, __kmpc_end_single, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  if (events::listening) [[unlikely]] {
    end_work_told();
  }
}

// `ran_block` is set in the thread whose data the others copy.
MUSTER_KMP(void, __kmpc_copyprivate,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::size_t /*size*/, void* data,
            void (*copy)(void* destination, void* source), std::int32_t ran_block)) {
  teams::Member& self = runtime::current();
  if (teams::is_copying_unusual()) [[unlikely]] {
    return copy_unusually(self, data, copy, ran_block != 0);
  }
  if (ran_block != 0) {
    teams::publish_copy(self, data);
  } else {
    copy(data, teams::await_copy(self));
  }
  teams::barrier(self);
}
// The same for callers that copy themselves and end with a barrier of their own.
MUSTER_KMP(void*, __kmpc_copyprivate_light, (Ident* /*place*/, std::int32_t /*global_number*/, void* data)) {
  teams::Member& self = runtime::current();
  if (data != nullptr) {
    teams::publish_copy(self, data, MUSTER_CALLER());
    return data;
  }
  return teams::await_copy(self, MUSTER_CALLER());
}

MUSTER_KMP(std::int32_t, __kmpc_master, (Ident* /*place*/, std::int32_t /*global_number*/)) { return is_number(0); }
MUSTER_KMP(void, __kmpc_end_master, (Ident* /*place*/, std::int32_t /*global_number*/)) { end_masked(MUSTER_CALLER()); }
MUSTER_KMP(std::int32_t, __kmpc_masked, (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t filter)) {
  return is_number(filter);
}
MUSTER_KMP(void, __kmpc_end_masked, (Ident* /*place*/, std::int32_t /*global_number*/)) { end_masked(MUSTER_CALLER()); }
MUSTER_KMP(void, __kmpc_scope, (Ident* /*place*/, std::int32_t /*global_number*/, void* /*reserved*/)) {
  if (events::listening) [[unlikely]] {
    begin_scope_told();
  }
}
MUSTER_KMP(void, __kmpc_end_scope, (Ident* /*place*/, std::int32_t /*global_number*/, void* /*reserved*/)) {
  if (events::listening) [[unlikely]] {
    end_work_told();
  }
}

MUSTER_KMP(void, __kmpc_critical, (Ident * place, std::int32_t global_number, CriticalName* name)) {
  if (events::listening) [[unlikely]] {
    return enter_critical_told(place, global_number, name);
  }
  named(name).lock();
}
// Hints are free to be ignored (OpenMP 5.2, 15.1): one mutex serves contended and uncontended use.
MUSTER_KMP(void, __kmpc_critical_with_hint,
           (Ident * place, std::int32_t global_number, CriticalName* name, std::uint32_t hint)) {
  if (events::listening) [[unlikely]] {
    return enter_critical_with_hint_told(place, global_number, name, hint);
  }
  named(name).lock();
}
MUSTER_KMP(void, __kmpc_end_critical, (Ident * place, std::int32_t global_number, CriticalName* name)) {
  if (!named(name).unlock_quickly()) [[unlikely]] {
    leave_critical_slowly(place, global_number, name);
  }
}

MUSTER_KMP(void, __kmpc_ordered, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::enter_ordered(runtime::current(), MUSTER_CALLER());
}
MUSTER_KMP(void, __kmpc_end_ordered, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::leave_ordered(runtime::current(), MUSTER_CALLER());
}

MUSTER_KMP(void, __kmpc_flush, (Ident* /*place*/)) {
  platform::cpu::full_fence();
  if (events::listening) [[unlikely]] {
    runtime::current();
    events::emit(events::Flush{events::resolve({})});
  }
}
// libiomp5's, which is told more about the order that is wanted; the full fence is enough for any.
MUSTER_KMP_ALIAS(__kmpc_flush_explicit, __kmpc_flush);

}  // namespace muster::abi::kmp
