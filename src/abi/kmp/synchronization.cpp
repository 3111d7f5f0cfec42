// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barrier, single, master, masked, critical, ordered and flush for Clang.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "locks/locks.h"
#include "platform/cpu.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

using Mutex = locks::Mutex<platform::Native>;

// Clang gives each name of a critical construct 32 zeroed bytes.
using CriticalName = std::int32_t[8];

Mutex& named(CriticalName* name) {
  static_assert(sizeof(Mutex) <= sizeof(CriticalName) && alignof(Mutex) <= alignof(CriticalName));
  return *reinterpret_cast<Mutex*>(name);
}

std::int32_t is_number(std::int32_t number) {
  return static_cast<std::int32_t>(runtime::current().number) == number ? 1 : 0;
}

}  // namespace

MUSTER_KMP(void, __kmpc_barrier, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::barrier(runtime::current());
}

// Returns 1 to the thread that runs the block that follows; all others wait until it says that it is done.
MUSTER_KMP(std::int32_t, __kmpc_barrier_master, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::Member& self = runtime::current();
  teams::barrier(self);
  if (self.number == 0) {
    return 1;
  }
  teams::barrier(self);
  return 0;
}
MUSTER_KMP(void, __kmpc_end_barrier_master, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::barrier(runtime::current());
}
MUSTER_KMP(std::int32_t, __kmpc_barrier_master_nowait, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::Member& self = runtime::current();
  teams::barrier(self);
  return self.number == 0 ? 1 : 0;
}

MUSTER_KMP(std::int32_t, __kmpc_single, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  return teams::claim_single(runtime::current()) ? 1 : 0;
}
MUSTER_KMP(void, __kmpc_end_single, (Ident* /*place*/, std::int32_t /*global_number*/)) {}

// `ran_block` is set in the thread whose data the others copy.
MUSTER_KMP(void, __kmpc_copyprivate,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::size_t /*size*/, void* data,
            void (*copy)(void* destination, void* source), std::int32_t ran_block)) {
  teams::Member& self = runtime::current();
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
    teams::publish_copy(self, data);
    return data;
  }
  return teams::await_copy(self);
}

MUSTER_KMP(std::int32_t, __kmpc_master, (Ident* /*place*/, std::int32_t /*global_number*/)) { return is_number(0); }
MUSTER_KMP(void, __kmpc_end_master, (Ident* /*place*/, std::int32_t /*global_number*/)) {}
MUSTER_KMP(std::int32_t, __kmpc_masked, (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t filter)) {
  return is_number(filter);
}
MUSTER_KMP(void, __kmpc_end_masked, (Ident* /*place*/, std::int32_t /*global_number*/)) {}
MUSTER_KMP(void, __kmpc_scope, (Ident* /*place*/, std::int32_t /*global_number*/, void* /*reserved*/)) {}
MUSTER_KMP(void, __kmpc_end_scope, (Ident* /*place*/, std::int32_t /*global_number*/, void* /*reserved*/)) {}

MUSTER_KMP(void, __kmpc_critical, (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name)) {
  named(name).lock();
}
// Hints are free to be ignored (OpenMP 5.2, 15.1): one mutex serves contended and uncontended use.
MUSTER_KMP(void, __kmpc_critical_with_hint,
           (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name, std::uint32_t /*hint*/)) {
  named(name).lock();
}
MUSTER_KMP(void, __kmpc_end_critical, (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name)) {
  named(name).unlock();
}

MUSTER_KMP(void, __kmpc_ordered, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::enter_ordered(runtime::current());
}
MUSTER_KMP(void, __kmpc_end_ordered, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::leave_ordered(runtime::current());
}

MUSTER_KMP(void, __kmpc_flush, (Ident* /*place*/)) { platform::cpu::full_fence(); }
// libiomp5's, which is told more about the order that is wanted; the full fence is enough for any.
MUSTER_KMP_ALIAS(__kmpc_flush_explicit, __kmpc_flush);

}  // namespace muster::abi::kmp
