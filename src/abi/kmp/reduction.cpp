// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_reduce: how the threads' partial results meet. The call answers 1 to combine under a lock and end with
// __kmpc_end_reduce, 2 to combine with atomic operations, 0 to do nothing.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "locks/locks.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

using Mutex = locks::Mutex<platform::Native>;
using CriticalName = std::int32_t[8];

// With atomics a variable costs one line transfer; under a lock they all share one transfer but threads wait for each other.
constexpr std::int32_t kMostAtomicVariables = 4;

enum Method : std::int32_t { kUnderLock = 1, kAtomic = 2 };

Method method_for(const teams::Member& self, const Ident* place, std::int32_t variables) {
  const bool has_atomics = place != nullptr && (place->flags & kAtomicReduction) != 0;
  return self.team_size > 1 && has_atomics && variables <= kMostAtomicVariables ? kAtomic : kUnderLock;
}

Method begin_reduce(const Ident* place, std::int32_t variables, CriticalName* name) {
  const teams::Member& self = runtime::current();
  const Method method = method_for(self, place, variables);
  if (method == kUnderLock && self.team_size > 1) {
    reinterpret_cast<Mutex*>(name)->lock();
  }
  return method;
}

// Called after kUnderLock only; Clang's atomic branch of the nowait form makes no call.
void end_under_lock(CriticalName* name) {
  if (runtime::current().team_size > 1) {
    reinterpret_cast<Mutex*>(name)->unlock();
  }
}

}  // namespace

MUSTER_KMP(std::int32_t, __kmpc_reduce_nowait,
           (Ident * place, std::int32_t /*global_number*/, std::int32_t variables, std::size_t /*size*/, void* /*data*/,
            void (* /*combine*/)(void*, void*), CriticalName* name)) {
  return begin_reduce(place, variables, name);
}
MUSTER_KMP(void, __kmpc_end_reduce_nowait, (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name)) {
  end_under_lock(name);
}

// The form with a barrier: Clang calls the end in both branches, so the end must know which it was.
MUSTER_KMP(std::int32_t, __kmpc_reduce,
           (Ident * place, std::int32_t /*global_number*/, std::int32_t variables, std::size_t /*size*/, void* /*data*/,
            void (* /*combine*/)(void*, void*), CriticalName* name)) {
  const Method method = begin_reduce(place, variables, name);
  runtime::current().reducing_under_lock = method == kUnderLock;
  return method;
}
MUSTER_KMP(void, __kmpc_end_reduce, (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name)) {
  teams::Member& self = runtime::current();
  if (self.reducing_under_lock) {
    end_under_lock(name);
  }
  teams::barrier(self);
}

}  // namespace muster::abi::kmp
