// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_fixed*: integers of 1, 2, 4 and 8 bytes.
#include "abi/kmp/atomic_define.h"

namespace muster::abi::kmp {

#define MUSTER_ATOMIC_SIGNED(t, T)                     \
  MUSTER_ATOMIC_FORMS(t, T, add, Add)                  \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, sub, Sub)        \
  MUSTER_ATOMIC_FORMS(t, T, mul, Mul)                  \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, div, Div)        \
  MUSTER_ATOMIC_FORMS(t, T, andb, AndBits)             \
  MUSTER_ATOMIC_FORMS(t, T, orb, OrBits)               \
  MUSTER_ATOMIC_FORMS(t, T, xor, XorBits)              \
  MUSTER_ATOMIC_FORMS(t, T, neqv, XorBits)             \
  MUSTER_ATOMIC_FORMS(t, T, eqv, EqvBits)              \
  MUSTER_ATOMIC_FORMS(t, T, andl, AndLogical)          \
  MUSTER_ATOMIC_FORMS(t, T, orl, OrLogical)            \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, shl, ShiftLeft)  \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, shr, ShiftRight) \
  MUSTER_ATOMIC_FORMS(t, T, max, Max)                  \
  MUSTER_ATOMIC_FORMS(t, T, min, Min)                  \
  MUSTER_ATOMIC_READ_WRITE(t, T)                       \
  MUSTER_ATOMIC_SWAP(t, T)                             \
  MUSTER_ATOMIC_MIXED(t, T, mul, Mul, float8, Float8)  \
  MUSTER_ATOMIC_MIXED(t, T, div, Div, float8, Float8)

// Only division and right shift differ from the signed functions.
#define MUSTER_ATOMIC_UNSIGNED(t, T)            \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, div, Div) \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, shr, ShiftRight)

MUSTER_ATOMIC_SIGNED(fixed1, Fixed1)
MUSTER_ATOMIC_SIGNED(fixed2, Fixed2)
MUSTER_ATOMIC_SIGNED(fixed4, Fixed4)
MUSTER_ATOMIC_SIGNED(fixed8, Fixed8)
MUSTER_ATOMIC_UNSIGNED(fixed1u, Fixed1u)
MUSTER_ATOMIC_UNSIGNED(fixed2u, Fixed2u)
MUSTER_ATOMIC_UNSIGNED(fixed4u, Fixed4u)
MUSTER_ATOMIC_UNSIGNED(fixed8u, Fixed8u)

}  // namespace muster::abi::kmp
