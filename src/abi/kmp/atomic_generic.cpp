// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_<bytes>: updates for which the compiler passes the operation as a function; atomic compare; and the
// bracket around whole statements, which both compilers' programs share.
#include <cstddef>
#include <cstdint>

#include "abi/exports/export.h"
#include "abi/kmp/atomic_lock.h"
#include "abi/kmp/atomic_update.h"

namespace muster::abi::kmp {
namespace {

// *result = *x op *e
using Combine = void (*)(void* result, void* x, void* e);

template <FitsInWord T>
void update_with(void* location, void* operand, Combine combine) {
  update_by(static_cast<T*>(location), [=](T before) {
    T after;
    combine(&after, &before, operand);
    return after;
  });
}

void update_wide_with(void* location, void* operand, Combine combine) {
  const AtomicGuard guard(lock_of(location));
  combine(location, location, operand);
}

}  // namespace

#define MUSTER_ATOMIC_WORD(bytes, T)                                                                   \
  MUSTER_KMP(void, __kmpc_atomic_##bytes, (Ident*, std::int32_t, void* x, void* e, Combine combine)) { \
    update_with<T>(x, e, combine);                                                                     \
  }
MUSTER_ATOMIC_WORD(1, std::uint8_t)
MUSTER_ATOMIC_WORD(2, std::uint16_t)
MUSTER_ATOMIC_WORD(4, std::uint32_t)
MUSTER_ATOMIC_WORD(8, std::uint64_t)

#define MUSTER_ATOMIC_WIDE(bytes)                                                                      \
  MUSTER_KMP(void, __kmpc_atomic_##bytes, (Ident*, std::int32_t, void* x, void* e, Combine combine)) { \
    update_wide_with(x, e, combine);                                                                   \
  }
MUSTER_ATOMIC_WIDE(10)
MUSTER_ATOMIC_WIDE(16)
MUSTER_ATOMIC_WIDE(20)
MUSTER_ATOMIC_WIDE(32)

// if (x == e) x = d; the names say what comes back: whether that happened, or the value found. The _cpt forms store to
// *v too: bool stores the value found, and only on a mismatch; val stores what x holds afterwards.
#define MUSTER_ATOMIC_COMPARE(bytes, T)                                                                  \
  MUSTER_KMP(bool, __kmpc_atomic_bool_##bytes##_cas, (Ident*, std::int32_t, T* x, T e, T d)) {           \
    return compare_and_swap(x, e, d) == e;                                                               \
  }                                                                                                      \
  MUSTER_KMP(T, __kmpc_atomic_val_##bytes##_cas, (Ident*, std::int32_t, T* x, T e, T d)) {               \
    return compare_and_swap(x, e, d);                                                                    \
  }                                                                                                      \
  MUSTER_KMP(bool, __kmpc_atomic_bool_##bytes##_cas_cpt, (Ident*, std::int32_t, T* x, T e, T d, T* v)) { \
    const T found = compare_and_swap(x, e, d);                                                           \
    if (found != e) {                                                                                    \
      *v = found;                                                                                        \
    }                                                                                                    \
    return found == e;                                                                                   \
  }                                                                                                      \
  MUSTER_KMP(T, __kmpc_atomic_val_##bytes##_cas_cpt, (Ident*, std::int32_t, T* x, T e, T d, T* v)) {     \
    const T found = compare_and_swap(x, e, d);                                                           \
    *v = found == e ? d : found;                                                                         \
    return found;                                                                                        \
  }
MUSTER_ATOMIC_COMPARE(1, Fixed1)
MUSTER_ATOMIC_COMPARE(2, Fixed2)
MUSTER_ATOMIC_COMPARE(4, Fixed4)
MUSTER_ATOMIC_COMPARE(8, Fixed8)

namespace {

MUSTER_OUT_OF_LINE void enter_statement_told() { enter_atomic_told(statements.lock, events::resolve({})); }
MUSTER_OUT_OF_LINE void leave_statement_told() { leave_atomic_told(statements.lock, events::resolve({})); }

}  // namespace

// Nothing has to be moved for the way on which they are told, which finds the lock itself.
MUSTER_GOMP(GOMP_1_0, void, GOMP_atomic_start, ()) {
  if (events::listening) [[unlikely]] {
    return enter_statement_told();
  }
  statements.lock.lock();
}
MUSTER_GOMP(GOMP_1_0, void, GOMP_atomic_end, ()) {
  if (events::listening) [[unlikely]] {
    return leave_statement_told();
  }
  statements.lock.unlock();
}
MUSTER_KMP_ALIAS(__kmpc_atomic_start, GOMP_atomic_start);
MUSTER_KMP_ALIAS(__kmpc_atomic_end, GOMP_atomic_end);

}  // namespace muster::abi::kmp
