// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_cmplx*: complex numbers. Factors are +-1 and +-i, whose products and quotients are exact by any algorithm.
#include <cstddef>
#include <type_traits>

#include "abi/atomics/atomics_test.h"

namespace {

using Cmplx4 = _Complex float;
using Cmplx8 = _Complex double;
using Cmplx10 = _Complex long double;

template <class C>
C complex_of(double re, double im) {
  C z;
  __real__ z = static_cast<std::remove_reference_t<decltype(__real__ z)>>(re);
  __imag__ z = static_cast<std::remove_reference_t<decltype(__imag__ z)>>(im);
  return z;
}

}  // namespace

#define MUSTER_Z(T, re, im) complex_of<T>(re, im)

#define MUSTER_TEST_COMPLEX(t, T)                                                   \
  MUSTER_TEST_FORMS(t, T, add, x + e, {MUSTER_Z(T, 1, 2), MUSTER_Z(T, 0.1, -0.3)})  \
  MUSTER_TEST_FORMS(t, T, sub, x - e, {MUSTER_Z(T, 1, 2), MUSTER_Z(T, 0.1, -0.3)})  \
  MUSTER_TEST_REVERSED(t, T, sub, e - x, {MUSTER_Z(T, 1, 2), MUSTER_Z(T, 0.5, -3)}) \
  MUSTER_TEST_FORMS(t, T, mul, x* e, {MUSTER_Z(T, 1, 2), MUSTER_Z(T, 0, 1)})        \
  MUSTER_TEST_FORMS(t, T, div, x / e, {MUSTER_Z(T, 1, 2), MUSTER_Z(T, 0, -1)})      \
  MUSTER_TEST_REVERSED(t, T, div, e / x, {MUSTER_Z(T, 0, 1), MUSTER_Z(T, 4, 2)})    \
  MUSTER_TEST_READ_WRITE(t, T, MUSTER_Z(T, 1, 1), MUSTER_Z(T, -2, -2))              \
  MUSTER_TEST_SWAP(t, T)

MUSTER_TEST_COMPLEX(cmplx8, Cmplx8)
MUSTER_TEST_COMPLEX(cmplx10, Cmplx10)

// Captured complex floats come back through a pointer.
#define MUSTER_TEST_CMPLX4_CAPTURE(op, expression, ...)                                                               \
  extern "C" void __kmpc_atomic_cmplx4_##op(void*, std::int32_t, Cmplx4*, Cmplx4, Cmplx4*, std::int32_t);             \
  TEST(Atomic_cmplx4, op) {                                                                                           \
    const auto returned = [](void* ident, std::int32_t gtid, Cmplx4* x, Cmplx4 e, std::int32_t captures_new) {        \
      Cmplx4 v;                                                                                                       \
      __kmpc_atomic_cmplx4_##op(ident, gtid, x, e, &v, captures_new);                                                 \
      return v;                                                                                                       \
    };                                                                                                                \
    muster::test::check_capture<Cmplx4>(returned, [](Cmplx4 x, Cmplx4 e) { return static_cast<Cmplx4>(expression); }, \
                                        {__VA_ARGS__});                                                               \
  }

#define MUSTER_TEST_CMPLX4(op, expression, ...)                   \
  MUSTER_TEST_UPDATE(cmplx4, Cmplx4, op, expression, __VA_ARGS__) \
  MUSTER_TEST_CMPLX4_CAPTURE(op##_cpt, expression, __VA_ARGS__)
#define MUSTER_TEST_CMPLX4_REVERSED(op, expression, ...)                \
  MUSTER_TEST_UPDATE(cmplx4, Cmplx4, op##_rev, expression, __VA_ARGS__) \
  MUSTER_TEST_CMPLX4_CAPTURE(op##_cpt_rev, expression, __VA_ARGS__)

MUSTER_TEST_CMPLX4(add, x + e, {MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx4, 0.1, -0.3)})
MUSTER_TEST_CMPLX4(sub, x - e, {MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx4, 0.1, -0.3)})
MUSTER_TEST_CMPLX4(mul, x* e, {MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx4, 0, 1)})
MUSTER_TEST_CMPLX4(div, x / e, {MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx4, 0, -1)})
MUSTER_TEST_CMPLX4_REVERSED(sub, e - x, {MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx4, 0.5, -3)})
MUSTER_TEST_CMPLX4_REVERSED(div, e / x, {MUSTER_Z(Cmplx4, 0, 1), MUSTER_Z(Cmplx4, 4, 2)})
MUSTER_TEST_READ_WRITE(cmplx4, Cmplx4, MUSTER_Z(Cmplx4, 1, 1), MUSTER_Z(Cmplx4, -2, -2))

extern "C" void __kmpc_atomic_cmplx4_swp(void*, std::int32_t, Cmplx4*, Cmplx4, Cmplx4*);
TEST(Atomic_cmplx4, swp) {
  const auto returned = [](void* ident, std::int32_t gtid, Cmplx4* x, Cmplx4 e) {
    Cmplx4 v;
    __kmpc_atomic_cmplx4_swp(ident, gtid, x, e, &v);
    return v;
  };
  muster::test::check_swap<Cmplx4>(returned, MUSTER_Z(Cmplx4, 7, 0));
}

MUSTER_TEST_MIXED(cmplx4, Cmplx4, add, x + e, cmplx8, Cmplx8, MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx8, 0.1, -0.3))
MUSTER_TEST_MIXED(cmplx4, Cmplx4, sub, x - e, cmplx8, Cmplx8, MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx8, 0.1, -0.3))
MUSTER_TEST_MIXED(cmplx4, Cmplx4, mul, x* e, cmplx8, Cmplx8, MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx8, 0, 1))
MUSTER_TEST_MIXED(cmplx4, Cmplx4, div, x / e, cmplx8, Cmplx8, MUSTER_Z(Cmplx4, 1, 2), MUSTER_Z(Cmplx8, 0, -1))

// A complex float may lie across the boundary of its own size, where no 8-byte instruction is atomic.
TEST(Atomic_cmplx4, misaligned) {
  struct alignas(64) {
    float before[15];
    Cmplx4 across_two_cache_lines;
  } s{};
  static_assert(offsetof(decltype(s), across_two_cache_lines) == 60);
  muster::test::in_threads([&](int, int) {
    __kmpc_atomic_cmplx4_add(nullptr, muster::test::gtid(), &s.across_two_cache_lines, MUSTER_Z(Cmplx4, 1, -1));
  });
  const float total = muster::test::kThreads * muster::test::kCallsPerThread;
  EXPECT_TRUE(s.across_two_cache_lines == MUSTER_Z(Cmplx4, total, -total));
}
