// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Macros that write the heads of the __kmpc_atomic_* family. `t` is the foreign name of a type (fixed4), `T` the type
// (Fixed4), `op` the foreign name of an operation (add), `Op` the operation (Add).
#pragma once

#include <cstdint>

#include "abi/exports/export.h"
#include "abi/kmp/atomic_update.h"

// x = x op e
#define MUSTER_ATOMIC_UPDATE(t, T, op, Op) \
  MUSTER_KMP(void, __kmpc_atomic_##t##_##op, (Ident*, std::int32_t, T* x, T e)) { update<Op>(x, e); }

// { v = x; x = x op e; } without flag, { x = x op e; v = x; } with it. Returns v.
#define MUSTER_ATOMIC_CAPTURE_AS(t, T, suffix, Op)                                                            \
  MUSTER_KMP(T, __kmpc_atomic_##t##_##suffix, (Ident*, std::int32_t, T* x, T e, std::int32_t captures_new)) { \
    const Update<T> done = update<Op>(x, e);                                                                  \
    return captures_new != 0 ? done.after : done.before;                                                      \
  }

// The same with the result behind a pointer, as the functions on complex floats have it.
#define MUSTER_ATOMIC_CAPTURE_OUT_AS(t, T, suffix, Op)                                                                 \
  MUSTER_KMP(void, __kmpc_atomic_##t##_##suffix, (Ident*, std::int32_t, T* x, T e, T* v, std::int32_t captures_new)) { \
    const Update<T> done = update<Op>(x, e);                                                                           \
    *v = captures_new != 0 ? done.after : done.before;                                                                 \
  }

#define MUSTER_ATOMIC_FORMS(t, T, op, Op) \
  MUSTER_ATOMIC_UPDATE(t, T, op, Op)      \
  MUSTER_ATOMIC_CAPTURE_AS(t, T, op##_cpt, Op)

// Operations whose operands cannot be exchanged come in the form x = e op x too.
#define MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, op, Op)  \
  MUSTER_ATOMIC_FORMS(t, T, op, Op)                  \
  MUSTER_ATOMIC_UPDATE(t, T, op##_rev, Reversed<Op>) \
  MUSTER_ATOMIC_CAPTURE_AS(t, T, op##_cpt_rev, Reversed<Op>)

#define MUSTER_ATOMIC_READ_WRITE(t, T)                                                           \
  MUSTER_KMP(T, __kmpc_atomic_##t##_rd, (Ident*, std::int32_t, T* x)) { return atomic_read(x); } \
  MUSTER_KMP(void, __kmpc_atomic_##t##_wr, (Ident*, std::int32_t, T* x, T e)) { atomic_write(x, e); }

#define MUSTER_ATOMIC_SWAP(t, T) \
  MUSTER_KMP(T, __kmpc_atomic_##t##_swp, (Ident*, std::int32_t, T* x, T e)) { return atomic_swap(x, e); }

// x = x op e with an operand e of a wider type, converted after the operation and not before.
#define MUSTER_ATOMIC_MIXED(t, T, op, Op, r, R) \
  MUSTER_KMP(void, __kmpc_atomic_##t##_##op##_##r, (Ident*, std::int32_t, T* x, R e)) { update<Op>(x, e); }
#define MUSTER_ATOMIC_MIXED_CAPTURE(t, T, suffix, Op, r, R)                                                         \
  MUSTER_KMP(T, __kmpc_atomic_##t##_##suffix##_##r, (Ident*, std::int32_t, T* x, R e, std::int32_t captures_new)) { \
    const Update<T> done = update<Op>(x, e);                                                                        \
    return captures_new != 0 ? done.after : done.before;                                                            \
  }
