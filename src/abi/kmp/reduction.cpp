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

// What the calls answer: whether the caller combines under the lock or alone, or atomically.
enum Answer : std::int32_t { kNothingToDo = 0, kCombineAlone = 1, kCombineAtomically = 2 };

using reductions::Method;

// At most so many threads combine into the same variable: the team's, or in the initial task of a league's team one for each of its teams, which other
// threads may run at the same time.
std::uint32_t combining_threads(const teams::Member& self) {
  return self.team_size > 1 ? self.team_size : self.team->place.teams;
}

Method method_for(const teams::Member& self, const Ident* place, std::int32_t variables, const void* data,
                  teams::CombineData combine, bool ends_with_barrier) {
  reductions::Situation now = teams::conditions.reduction_situation;
  now.threads = combining_threads(self);
  now.variables = static_cast<std::uint32_t>(variables);
  now.ends_with_barrier = ends_with_barrier;
  now.has_atomics = place != nullptr && (place->flags & kAtomicReduction) != 0;
  now.has_combine = data != nullptr && combine != nullptr;
  // What is combined on the way of a barrier is no reduction of the thread's that could be told of. A user that asks for it has it all the same: results are not to
  // depend on whether somebody listens.
  const bool may_gather = !events::has_listened || (now.is_forced && now.forced == Method::gather);
  now.can_gather = self.team_size > 1 && may_gather && teams::can_gather_reduction(self);
  return reductions::choose(now);
}

void lock(const teams::Member& self, CriticalName* name) {
  if (combining_threads(self) > 1) {
    reinterpret_cast<Mutex*>(name)->lock();
  }
}
void unlock(const teams::Member& self, CriticalName* name) {
  if (combining_threads(self) > 1) {
    reinterpret_cast<Mutex*>(name)->unlock();
  }
}

MUSTER_OUT_OF_LINE void release_told(teams::Member& self, events::SyncKind kind, events::Caller caller) {
  const events::Synchronizing synchronizing(kind, caller);
  teams::release_reduction(self);
}

// The rest of the barrier after a gather, told as a barrier as a whole.
void release(teams::Member& self, events::SyncKind kind, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    return release_told(self, kind, events::resolve(caller));
  }
  teams::release_reduction(self);
}

// What both forms begin with; after a gather the caller says which may go on.
Answer begin(teams::Member& self, Method method, void* data, teams::CombineData combine, CriticalName* name) {
  self.reduction_method = method;
  switch (method) {
    case Method::lock: lock(self, name); return kCombineAlone;
    case Method::atomic: return kCombineAtomically;
    case Method::gather: break;
  }
  teams::gather_reduction(self, data, combine);
  return self.number == 0 ? kCombineAlone : kNothingToDo;
}

std::uint64_t id_of(const teams::Member& self, const CriticalName* name) {
  return self.reduction_method == Method::lock ? reinterpret_cast<std::uintptr_t>(name) : 0;
}

MUSTER_OUT_OF_LINE void tell_begin(const teams::Member& self, const CriticalName* name) {
  events::emit(events::ReductionBegin{events::this_task(), id_of(self, name), events::resolve({})});
}
// Before the mutex is free.
MUSTER_OUT_OF_LINE void tell_end(const teams::Member& self, const CriticalName* name) {
  events::emit(events::ReductionEnd{events::this_task(), id_of(self, name), events::resolve({})});
}

}  // namespace

MUSTER_KMP(std::int32_t, __kmpc_reduce_nowait,
           (Ident * place, std::int32_t /*global_number*/, std::int32_t variables, std::size_t /*size*/, void* data,
            void (*combine)(void*, void*), CriticalName* name)) {
  teams::Member& self = runtime::current();
  const Answer answer = begin(self, method_for(self, place, variables, data, combine, false), data, combine, name);
  if (self.reduction_method == Method::gather) {
    // The others' data are on their stacks: they may not leave before.
    release(self, events::SyncKind::barrier_implementation, MUSTER_CALLER());
    return answer;
  }
  if (events::listening) [[unlikely]] {
    tell_begin(self, name);
    if (answer == kCombineAtomically) {
      // Its end makes no call.
      tell_end(self, name);
    }
  }
  return answer;
}
// Called after kCombineAlone only; Clang's atomic branch of the nowait form makes no call.
MUSTER_KMP(void, __kmpc_end_reduce_nowait, (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name)) {
  const teams::Member& self = runtime::current();
  if (self.reduction_method == Method::gather) {
    return;
  }
  if (events::listening) [[unlikely]] {
    tell_end(self, name);
  }
  if (self.reduction_method == Method::lock) {
    unlock(self, name);
  }
}

// The form with a barrier: Clang calls the end in both branches, so the end must know which it was.
MUSTER_KMP(std::int32_t, __kmpc_reduce,
           (Ident * place, std::int32_t /*global_number*/, std::int32_t variables, std::size_t /*size*/, void* data,
            void (*combine)(void*, void*), CriticalName* name)) {
  teams::Member& self = runtime::current();
  const Answer answer = begin(self, method_for(self, place, variables, data, combine, true), data, combine, name);
  if (answer == kNothingToDo) {
    // Until the primary has come to the end.
    release(self, events::SyncKind::barrier_implicit_workshare, MUSTER_CALLER());
    return answer;
  }
  if (events::listening && self.reduction_method != Method::gather) [[unlikely]] {
    tell_begin(self, name);
  }
  return answer;
}
MUSTER_KMP(void, __kmpc_end_reduce, (Ident* /*place*/, std::int32_t /*global_number*/, CriticalName* name)) {
  teams::Member& self = runtime::current();
  if (self.reduction_method == Method::gather) {
    release(self, events::SyncKind::barrier_implicit_workshare, MUSTER_CALLER());
    return;
  }
  if (events::listening) [[unlikely]] {
    tell_end(self, name);
  }
  if (self.reduction_method == Method::lock) {
    unlock(self, name);
  }
  teams::barrier(self, events::SyncKind::barrier_implicit_workshare, MUSTER_CALLER());
}

}  // namespace muster::abi::kmp
