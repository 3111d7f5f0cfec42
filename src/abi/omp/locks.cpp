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
#include "locks/locks.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

using Simple = locks::Mutex<platform::Native>;
using Nestable = locks::NestableMutex<platform::Native>;
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

}  // namespace

// All names of a routine that takes only the lock: C and Fortran pass its address alike.
#define MUSTER_LOCK_ROUTINE(type, name, Lock) \
  MUSTER_ALSO(OMP_1_0, name, name);           \
  MUSTER_OMP_ALIAS(OMP_3_0, name##_, name);   \
  MUSTER_ALSO(OMP_1_0, name##_, name);        \
  MUSTER_OMP(OMP_3_0, type, name, (Lock * lock))

MUSTER_LOCK_ROUTINE(void, omp_init_lock, Simple) { new (lock) Simple; }
MUSTER_LOCK_ROUTINE(void, omp_destroy_lock, Simple) { static_cast<void>(lock); }
MUSTER_LOCK_ROUTINE(void, omp_set_lock, Simple) { lock->lock(); }
MUSTER_LOCK_ROUTINE(void, omp_unset_lock, Simple) { lock->unlock(); }
MUSTER_LOCK_ROUTINE(std::int32_t, omp_test_lock, Simple) { return lock->try_lock() ? 1 : 0; }

MUSTER_LOCK_ROUTINE(void, omp_init_nest_lock, Nestable) { new (lock) Nestable; }
MUSTER_LOCK_ROUTINE(void, omp_destroy_nest_lock, Nestable) { static_cast<void>(lock); }
MUSTER_LOCK_ROUTINE(void, omp_set_nest_lock, Nestable) { lock->lock(caller_identity()); }
MUSTER_LOCK_ROUTINE(void, omp_unset_nest_lock, Nestable) { lock->unlock(); }
// The new depth, 0 when another task has it.
MUSTER_LOCK_ROUTINE(std::int32_t, omp_test_nest_lock, Nestable) {
  return static_cast<std::int32_t>(lock->try_lock(caller_identity()));
}

MUSTER_KMP(void, omp_init_lock_with_hint, (Simple * lock, std::uintptr_t /*hint*/)) { new (lock) Simple; }
MUSTER_KMP_ALIAS(omp_init_lock_with_hint_, omp_init_lock_with_hint);
MUSTER_KMP(void, omp_init_nest_lock_with_hint, (Nestable * lock, std::uintptr_t /*hint*/)) { new (lock) Nestable; }
MUSTER_KMP_ALIAS(omp_init_nest_lock_with_hint_, omp_init_nest_lock_with_hint);

// The same locks as Intel's compilers ask for them: source location and thread number first.
struct Ident;

MUSTER_KMP(void, __kmpc_init_lock, (Ident*, std::int32_t, Simple* lock)) { new (lock) Simple; }
MUSTER_KMP(void, __kmpc_init_lock_with_hint, (Ident*, std::int32_t, Simple* lock, std::uintptr_t)) {
  new (lock) Simple;
}
MUSTER_KMP(void, __kmpc_destroy_lock, (Ident*, std::int32_t, Simple*)) {}
MUSTER_KMP(void, __kmpc_set_lock, (Ident*, std::int32_t, Simple* lock)) { lock->lock(); }
MUSTER_KMP(void, __kmpc_unset_lock, (Ident*, std::int32_t, Simple* lock)) { lock->unlock(); }
MUSTER_KMP(std::int32_t, __kmpc_test_lock, (Ident*, std::int32_t, Simple* lock)) { return lock->try_lock() ? 1 : 0; }

MUSTER_KMP(void, __kmpc_init_nest_lock, (Ident*, std::int32_t, Nestable* lock)) { new (lock) Nestable; }
MUSTER_KMP(void, __kmpc_init_nest_lock_with_hint, (Ident*, std::int32_t, Nestable* lock, std::uintptr_t)) {
  new (lock) Nestable;
}
MUSTER_KMP(void, __kmpc_destroy_nest_lock, (Ident*, std::int32_t, Nestable*)) {}
MUSTER_KMP(void, __kmpc_set_nest_lock, (Ident*, std::int32_t, Nestable* lock)) { lock->lock(caller_identity()); }
MUSTER_KMP(void, __kmpc_unset_nest_lock, (Ident*, std::int32_t, Nestable* lock)) { lock->unlock(); }
MUSTER_KMP(std::int32_t, __kmpc_test_nest_lock, (Ident*, std::int32_t, Nestable* lock)) {
  return static_cast<std::int32_t>(lock->try_lock(caller_identity()));
}

}  // namespace muster::abi::omp
