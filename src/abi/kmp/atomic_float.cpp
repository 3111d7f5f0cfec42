// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_float*: real numbers of 4 and 8 bytes, and long double.
#include "abi/kmp/atomic_define.h"

namespace muster::abi::kmp {

#define MUSTER_ATOMIC_REAL(t, T)                \
  MUSTER_ATOMIC_FORMS(t, T, add, Add)           \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, sub, Sub) \
  MUSTER_ATOMIC_FORMS(t, T, mul, Mul)           \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, div, Div) \
  MUSTER_ATOMIC_FORMS(t, T, max, Max)           \
  MUSTER_ATOMIC_FORMS(t, T, min, Min)           \
  MUSTER_ATOMIC_READ_WRITE(t, T)                \
  MUSTER_ATOMIC_SWAP(t, T)

MUSTER_ATOMIC_REAL(float4, Float4)
MUSTER_ATOMIC_REAL(float8, Float8)
MUSTER_ATOMIC_REAL(float10, Float10)

MUSTER_ATOMIC_MIXED(float4, Float4, add, Add, float8, Float8)
MUSTER_ATOMIC_MIXED(float4, Float4, sub, Sub, float8, Float8)
MUSTER_ATOMIC_MIXED(float4, Float4, mul, Mul, float8, Float8)
MUSTER_ATOMIC_MIXED(float4, Float4, div, Div, float8, Float8)

}  // namespace muster::abi::kmp
