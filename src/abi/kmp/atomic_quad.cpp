// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_float16*, cmplx16* and *_fp: numbers of 16 bytes, and operands of that type for locations of any other. libiomp5
// has them, libomp as Debian builds it does not.
#include "abi/kmp/atomic_define.h"

namespace muster::abi::kmp {

MUSTER_ATOMIC_FORMS(float16, Float16, add, Add)
MUSTER_ATOMIC_FORMS_BOTH_WAYS(float16, Float16, sub, Sub)
MUSTER_ATOMIC_FORMS(float16, Float16, mul, Mul)
MUSTER_ATOMIC_FORMS_BOTH_WAYS(float16, Float16, div, Div)
MUSTER_ATOMIC_FORMS(float16, Float16, max, Max)
MUSTER_ATOMIC_FORMS(float16, Float16, min, Min)
MUSTER_ATOMIC_READ_WRITE(float16, Float16)
MUSTER_ATOMIC_SWAP(float16, Float16)

MUSTER_ATOMIC_FORMS(cmplx16, Cmplx16, add, Add)
MUSTER_ATOMIC_FORMS_BOTH_WAYS(cmplx16, Cmplx16, sub, Sub)
MUSTER_ATOMIC_FORMS(cmplx16, Cmplx16, mul, Mul)
MUSTER_ATOMIC_FORMS_BOTH_WAYS(cmplx16, Cmplx16, div, Div)
MUSTER_ATOMIC_READ_WRITE(cmplx16, Cmplx16)
MUSTER_ATOMIC_SWAP(cmplx16, Cmplx16)

#define MUSTER_ATOMIC_BY_QUAD(t, T, op, Op)      \
  MUSTER_ATOMIC_MIXED(t, T, op, Op, fp, Float16) \
  MUSTER_ATOMIC_MIXED_CAPTURE(t, T, op##_cpt, Op, fp, Float16)
#define MUSTER_ATOMIC_BY_QUAD_BOTH_WAYS(t, T, op, Op)            \
  MUSTER_ATOMIC_BY_QUAD(t, T, op, Op)                            \
  MUSTER_ATOMIC_MIXED(t, T, op##_rev, Reversed<Op>, fp, Float16) \
  MUSTER_ATOMIC_MIXED_CAPTURE(t, T, op##_cpt_rev, Reversed<Op>, fp, Float16)
#define MUSTER_ATOMIC_WITH_QUAD(t, T)             \
  MUSTER_ATOMIC_BY_QUAD(t, T, add, Add)           \
  MUSTER_ATOMIC_BY_QUAD_BOTH_WAYS(t, T, sub, Sub) \
  MUSTER_ATOMIC_BY_QUAD(t, T, mul, Mul)           \
  MUSTER_ATOMIC_BY_QUAD_BOTH_WAYS(t, T, div, Div)

MUSTER_ATOMIC_WITH_QUAD(fixed1, Fixed1)
MUSTER_ATOMIC_WITH_QUAD(fixed1u, Fixed1u)
MUSTER_ATOMIC_WITH_QUAD(fixed2, Fixed2)
MUSTER_ATOMIC_WITH_QUAD(fixed2u, Fixed2u)
MUSTER_ATOMIC_WITH_QUAD(fixed4, Fixed4)
MUSTER_ATOMIC_WITH_QUAD(fixed4u, Fixed4u)
MUSTER_ATOMIC_WITH_QUAD(fixed8, Fixed8)
MUSTER_ATOMIC_WITH_QUAD(fixed8u, Fixed8u)
MUSTER_ATOMIC_WITH_QUAD(float4, Float4)
MUSTER_ATOMIC_WITH_QUAD(float8, Float8)
MUSTER_ATOMIC_WITH_QUAD(float10, Float10)

}  // namespace muster::abi::kmp
