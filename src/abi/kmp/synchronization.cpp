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

MUSTER_ALWAYS_INLINE std::int32_t is_number(std::int32_t number, events::Caller caller) {
  const bool runs_block = static_cast<std::int32_t>(runtime::current().number) == number;
  if (events::listening && runs_block) [[unlikely]] {
    teams::observed::begin_masked(caller);
  }
  return runs_block ? 1 : 0;
}
MUSTER_ALWAYS_INLINE void end_masked(events::Caller caller) {
  if (events::listening) [[unlikely]] {
    teams::observed::end_masked(caller);
  }
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
  return teams::claim_single_that_copies(runtime::current(), teams::observed::EndOfSingle::is_told, MUSTER_CALLER())
             ? 1
             : 0;
}
MUSTER_KMP(void, __kmpc_end_single, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  if (events::listening) [[unlikely]] {
    teams::observed::end_work(runtime::current(), MUSTER_CALLER());
  }
}

// `ran_block` is set in the thread whose data the others copy.
MUSTER_KMP(void, __kmpc_copyprivate,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::size_t /*size*/, void* data,
            void (*copy)(void* destination, void* source), std::int32_t ran_block)) {
  teams::Member& self = runtime::current();
  if (ran_block != 0) {
    teams::publish_copy(self, data, MUSTER_CALLER());
  } else {
    copy(data, teams::await_copy(self, MUSTER_CALLER()));
  }
  teams::barrier_after_copies(self, MUSTER_CALLER());
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

MUSTER_KMP(std::int32_t, __kmpc_master, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  return is_number(0, MUSTER_CALLER());
}
MUSTER_KMP(void, __kmpc_end_master, (Ident* /*place*/, std::int32_t /*global_number*/)) { end_masked(MUSTER_CALLER()); }
MUSTER_KMP(std::int32_t, __kmpc_masked, (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t filter)) {
  return is_number(filter, MUSTER_CALLER());
}
MUSTER_KMP(void, __kmpc_end_masked, (Ident* /*place*/, std::int32_t /*global_number*/)) { end_masked(MUSTER_CALLER()); }
MUSTER_KMP(void, __kmpc_scope, (Ident* /*place*/, std::int32_t /*global_number*/, void* /*reserved*/)) {
  if (events::listening) [[unlikely]] {
    teams::observed::begin_work(runtime::current(), events::WorkKind::scope, 1, MUSTER_CALLER());
  }
}
MUSTER_KMP(void, __kmpc_end_scope, (Ident* /*place*/, std::int32_t /*global_number*/, void* /*reserved*/)) {
  if (events::listening) [[unlikely]] {
    teams::observed::end_work(runtime::current(), MUSTER_CALLER());
  }
}

MUSTER_KMP(void, __kmpc_critical, (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name)) {
  enter_critical(named(name), 0, MUSTER_CALLER());
}
// Hints are free to be ignored (OpenMP 5.2, 15.1): one mutex serves contended and uncontended use.
MUSTER_KMP(void, __kmpc_critical_with_hint,
           (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name, std::uint32_t hint)) {
  enter_critical(named(name), hint, MUSTER_CALLER());
}
MUSTER_KMP(void, __kmpc_end_critical, (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name)) {
  leave_critical(named(name), MUSTER_CALLER());
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
