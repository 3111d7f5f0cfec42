// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simple and nestable locks (OpenMP 5.2, 18.9). The program's omp_lock_t is the lock itself: 4 bytes of it under GCC's
// omp.h and gfortran, of 8 under Clang's; a nestable one uses 8 bytes, which every header has. So a lock needs no memory
// besides, and destroying it nothing at all. Hints are taken and change nothing: there is one kind of lock.
//
// Old programs ask for the OMP_1.0 forms, from when a nestable lock was 8 bytes everywhere: they fit too.
#include <cstdint>
#include <new>

#include "abi/omp/fortran.h"
#include "abi/omp/mutex.h"

namespace muster::abi::omp {
namespace {

using Simple = Mutex;
using Nestable = locks::NestableMutex<platform::Native, SleepWatched>;
static_assert(sizeof(Simple) == 4 && sizeof(Nestable) == 8);
static_assert(alignof(Nestable) <= 8);

// A nestable lock is owned by a task (OpenMP 5.2, 18.9), implicit or explicit: 30 bits of its address, which is aligned to 64 bytes.
// Limit: two tasks that lie a multiple of 64 GiB apart would be taken for one. More bits do not fit into the word that waiters
// watch, and beside it they could not be read together with it.
Nestable::Owner caller_identity() {
  constexpr std::uintptr_t kAlignment = 64;
  constexpr std::uintptr_t kTaken = std::uintptr_t{1} << 30;
  static_assert(alignof(tasks::Task) >= kAlignment);
  const auto address = reinterpret_cast<std::uintptr_t>(runtime::current().current);
  return static_cast<Nestable::Owner>((address / kAlignment % kTaken) | kTaken);
}

using events::MutexKind;

std::uint64_t id_of(const void* lock) { return reinterpret_cast<std::uintptr_t>(lock); }

// Where somebody listens, or the thread has not been met.
MUSTER_OUT_OF_LINE void init_slowly(const void* lock, MutexKind kind) {
  runtime::current();
  if (events::listening) {
    events::emit(events::MutexInit{kind, 0, id_of(lock), events::resolve({})});
  }
}
// With the first lock the runtime starts, so that a tool hears of it.
template <class Lock>
MUSTER_ALWAYS_INLINE void init(Lock* lock, MutexKind kind) {
  new (lock) Lock;
  if (!runtime::has_entered() || events::listening) [[unlikely]] {
    init_slowly(lock, kind);
  }
}
MUSTER_OUT_OF_LINE void destroy_told(const void* lock, MutexKind kind) {
  runtime::current();
  events::emit(events::MutexDestroy{kind, id_of(lock), events::resolve({})});
}
MUSTER_ALWAYS_INLINE void destroy(const void* lock, MutexKind kind) {
  if (events::listening) [[unlikely]] {
    destroy_told(lock, kind);
  }
}

MUSTER_ALWAYS_INLINE void set(Simple& lock, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    lock_told(MutexKind::lock, lock, 0, caller);
    return;
  }
  lock.lock();
}
MUSTER_ALWAYS_INLINE void unset(Simple& lock, events::Caller caller) {
  if (!lock.unlock_quickly()) [[unlikely]] {
    unlock_slowly(MutexKind::lock, lock, caller);
  }
}
MUSTER_ALWAYS_INLINE std::int32_t test(Simple& lock, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    return try_lock_told(lock, caller) ? 1 : 0;
  }
  return lock.try_lock() ? 1 : 0;
}

// Whether the caller has the lock; `depth` becomes what omp_test_nest_lock answers.
MUSTER_OUT_OF_LINE void set_told(Nestable& lock, MutexKind kind, std::uint32_t& depth, events::Caller caller) {
  caller = events::resolve(caller);
  const Nestable::Owner self = caller_identity();
  const auto acquire = [&lock, &depth, kind, self] {
    if (kind == MutexKind::nest_lock) {
      lock.lock(self);
    }
    depth = kind == MutexKind::nest_lock ? lock.depth() : lock.try_lock(self);
    return depth == 1;
  };
  if (!events::acquire_told(kind, &lock, caller, 0, acquire) && depth > 1) {
    events::emit(events::NestLockBegin{kind, id_of(&lock), caller});
  }
}
MUSTER_OUT_OF_LINE void unset_told(Nestable& lock, events::Caller caller) {
  caller = events::resolve(caller);
  runtime::current();
  const bool frees = lock.depth() == 1;
  if (frees) {
    events::tell_about_to_free(MutexKind::nest_lock, id_of(&lock), caller);
  }
  lock.unlock();
  if (frees) {
    events::emit(events::MutexReleased{MutexKind::nest_lock, id_of(&lock), caller});
  } else {
    events::emit(events::NestLockEnd{id_of(&lock), caller});
  }
}

MUSTER_ALWAYS_INLINE void set(Nestable& lock, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    std::uint32_t depth = 0;
    set_told(lock, MutexKind::nest_lock, depth, caller);
    return;
  }
  lock.lock(caller_identity());
}
MUSTER_ALWAYS_INLINE void unset(Nestable& lock, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    unset_told(lock, caller);
    return;
  }
  lock.unlock();
}
// The new depth, 0 when another task has it.
MUSTER_ALWAYS_INLINE std::int32_t test(Nestable& lock, events::Caller caller) {
  std::uint32_t depth = 0;
  if (events::listening) [[unlikely]] {
    set_told(lock, MutexKind::test_nest_lock, depth, caller);
  } else {
    depth = lock.try_lock(caller_identity());
  }
  return static_cast<std::int32_t>(depth);
}

}  // namespace

// All names of a routine that takes only the lock: C and Fortran pass its address alike.
#define MUSTER_LOCK_ROUTINE(type, name, Lock) \
  MUSTER_ALSO(OMP_1_0, name, name);           \
  MUSTER_OMP_ALIAS(OMP_3_0, name##_, name);   \
  MUSTER_ALSO(OMP_1_0, name##_, name);        \
  MUSTER_OMP(OMP_3_0, type, name, (Lock * lock))

MUSTER_LOCK_ROUTINE(void, omp_init_lock, Simple) { init(lock, MutexKind::lock); }
MUSTER_LOCK_ROUTINE(void, omp_destroy_lock, Simple) { destroy(lock, MutexKind::lock); }
MUSTER_LOCK_ROUTINE(void, omp_set_lock, Simple) { set(*lock, MUSTER_CALLER()); }
MUSTER_LOCK_ROUTINE(void, omp_unset_lock, Simple) { unset(*lock, MUSTER_CALLER()); }
MUSTER_LOCK_ROUTINE(std::int32_t, omp_test_lock, Simple) { return test(*lock, MUSTER_CALLER()); }

MUSTER_LOCK_ROUTINE(void, omp_init_nest_lock, Nestable) { init(lock, MutexKind::nest_lock); }
MUSTER_LOCK_ROUTINE(void, omp_destroy_nest_lock, Nestable) { destroy(lock, MutexKind::nest_lock); }
MUSTER_LOCK_ROUTINE(void, omp_set_nest_lock, Nestable) { set(*lock, MUSTER_CALLER()); }
MUSTER_LOCK_ROUTINE(void, omp_unset_nest_lock, Nestable) { unset(*lock, MUSTER_CALLER()); }
MUSTER_LOCK_ROUTINE(std::int32_t, omp_test_nest_lock, Nestable) { return test(*lock, MUSTER_CALLER()); }

MUSTER_KMP(void, omp_init_lock_with_hint, (Simple * lock, std::uintptr_t /*hint*/)) { init(lock, MutexKind::lock); }
MUSTER_KMP_ALIAS(omp_init_lock_with_hint_, omp_init_lock_with_hint);
MUSTER_KMP(void, omp_init_nest_lock_with_hint, (Nestable * lock, std::uintptr_t /*hint*/)) {
  init(lock, MutexKind::nest_lock);
}
MUSTER_KMP_ALIAS(omp_init_nest_lock_with_hint_, omp_init_nest_lock_with_hint);

// The same locks as Intel's compilers ask for them: source location and thread number first.
struct Ident;

MUSTER_KMP(void, __kmpc_init_lock, (Ident*, std::int32_t, Simple* lock)) { init(lock, MutexKind::lock); }
MUSTER_KMP(void, __kmpc_init_lock_with_hint, (Ident*, std::int32_t, Simple* lock, std::uintptr_t)) {
  init(lock, MutexKind::lock);
}
MUSTER_KMP(void, __kmpc_destroy_lock, (Ident*, std::int32_t, Simple* lock)) { destroy(lock, MutexKind::lock); }
MUSTER_KMP(void, __kmpc_set_lock, (Ident*, std::int32_t, Simple* lock)) { set(*lock, MUSTER_CALLER()); }
MUSTER_KMP(void, __kmpc_unset_lock, (Ident*, std::int32_t, Simple* lock)) { unset(*lock, MUSTER_CALLER()); }
MUSTER_KMP(std::int32_t, __kmpc_test_lock, (Ident*, std::int32_t, Simple* lock)) {
  return test(*lock, MUSTER_CALLER());
}

MUSTER_KMP(void, __kmpc_init_nest_lock, (Ident*, std::int32_t, Nestable* lock)) { init(lock, MutexKind::nest_lock); }
MUSTER_KMP(void, __kmpc_init_nest_lock_with_hint, (Ident*, std::int32_t, Nestable* lock, std::uintptr_t)) {
  init(lock, MutexKind::nest_lock);
}
MUSTER_KMP(void, __kmpc_destroy_nest_lock, (Ident*, std::int32_t, Nestable* lock)) {
  destroy(lock, MutexKind::nest_lock);
}
MUSTER_KMP(void, __kmpc_set_nest_lock, (Ident*, std::int32_t, Nestable* lock)) { set(*lock, MUSTER_CALLER()); }
MUSTER_KMP(void, __kmpc_unset_nest_lock, (Ident*, std::int32_t, Nestable* lock)) { unset(*lock, MUSTER_CALLER()); }
MUSTER_KMP(std::int32_t, __kmpc_test_nest_lock, (Ident*, std::int32_t, Nestable* lock)) {
  return test(*lock, MUSTER_CALLER());
}

}  // namespace muster::abi::omp
