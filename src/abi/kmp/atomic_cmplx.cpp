// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_cmplx*: complex numbers of float, double and long double.
#include "abi/kmp/atomic_define.h"

namespace muster::abi::kmp {

#define MUSTER_ATOMIC_COMPLEX(t, T)             \
  MUSTER_ATOMIC_FORMS(t, T, add, Add)           \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, sub, Sub) \
  MUSTER_ATOMIC_FORMS(t, T, mul, Mul)           \
  MUSTER_ATOMIC_FORMS_BOTH_WAYS(t, T, div, Div) \
  MUSTER_ATOMIC_SWAP(t, T)                      \
  MUSTER_ATOMIC_READ_WRITE(t, T)

MUSTER_ATOMIC_COMPLEX(cmplx8, Cmplx8)
MUSTER_ATOMIC_COMPLEX(cmplx10, Cmplx10)

// Complex floats hand captured values back through a pointer.
#define MUSTER_ATOMIC_CMPLX4(op, Op)                         \
  MUSTER_ATOMIC_UPDATE(cmplx4, Cmplx4, op, Op)               \
  MUSTER_ATOMIC_CAPTURE_OUT_AS(cmplx4, Cmplx4, op##_cpt, Op) \
  MUSTER_ATOMIC_MIXED(cmplx4, Cmplx4, op, Op, cmplx8, Cmplx8)
#define MUSTER_ATOMIC_CMPLX4_REVERSED(op, Op)                  \
  MUSTER_ATOMIC_UPDATE(cmplx4, Cmplx4, op##_rev, Reversed<Op>) \
  MUSTER_ATOMIC_CAPTURE_OUT_AS(cmplx4, Cmplx4, op##_cpt_rev, Reversed<Op>)

MUSTER_ATOMIC_CMPLX4(add, Add)
MUSTER_ATOMIC_CMPLX4(sub, Sub)
MUSTER_ATOMIC_CMPLX4(mul, Mul)
MUSTER_ATOMIC_CMPLX4(div, Div)
MUSTER_ATOMIC_CMPLX4_REVERSED(sub, Sub)
MUSTER_ATOMIC_CMPLX4_REVERSED(div, Div)
MUSTER_ATOMIC_READ_WRITE(cmplx4, Cmplx4)

MUSTER_KMP(void, __kmpc_atomic_cmplx4_swp, (Ident*, std::int32_t, Cmplx4* x, Cmplx4 e, Cmplx4* v)) {
  *v = atomic_swap(x, e);
}

}  // namespace muster::abi::kmp
