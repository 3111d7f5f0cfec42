// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_float16*, cmplx16* and *_fp: numbers of 16 bytes, and operands of that type. Factors are such that products and
// quotients of complex numbers are exact by any algorithm.
#include "abi/atomics/atomics_test.h"

namespace {

using Quad __attribute__((mode(TF))) = float;
using Cmplx16 __attribute__((mode(TC))) = _Complex float;

Cmplx16 z(Quad re, Quad im) {
  Cmplx16 both;
  __real__ both = re;
  __imag__ both = im;
  return both;
}

}  // namespace

MUSTER_TEST_FORMS(float16, Quad, add, x + e, {1, Quad(1) / 3}, {-3, Quad(1) / 7})
MUSTER_TEST_FORMS(float16, Quad, sub, x - e, {1, Quad(1) / 3}, {-3, Quad(1) / 7})
MUSTER_TEST_REVERSED(float16, Quad, sub, e - x, {1, 0.25F}, {3, Quad(1) / 3})
MUSTER_TEST_FORMS(float16, Quad, mul, x* e, {1, 1 + Quad(1) / 1024}, {-3, -1})
MUSTER_TEST_FORMS(float16, Quad, div, x / e, {1, 1 + Quad(1) / 1024}, {-3, -1})
MUSTER_TEST_REVERSED(float16, Quad, div, e / x, {3, 10}, {-0.5F, 7})
MUSTER_TEST_FORMS(float16, Quad, max, x < e ? e : x, {1.5F, 2.5F}, {2.5F, 1.5F})
MUSTER_TEST_FORMS(float16, Quad, min, e < x ? e : x, {1.5F, 2.5F}, {2.5F, 1.5F})
MUSTER_TEST_READ_WRITE(float16, Quad, Quad(1) / 3, -2.25F)
MUSTER_TEST_SWAP(float16, Quad)

MUSTER_TEST_FORMS(cmplx16, Cmplx16, add, x + e, {z(1, 2), z(Quad(1) / 3, -7)})
MUSTER_TEST_FORMS(cmplx16, Cmplx16, sub, x - e, {z(1, 2), z(Quad(1) / 3, -7)})
MUSTER_TEST_REVERSED(cmplx16, Cmplx16, sub, e - x, {z(1, 2), z(0.5F, -3)})
MUSTER_TEST_FORMS(cmplx16, Cmplx16, mul, x* e, {z(1, 2), z(0, 1)})
MUSTER_TEST_FORMS(cmplx16, Cmplx16, div, x / e, {z(1, 2), z(0, -1)})
MUSTER_TEST_REVERSED(cmplx16, Cmplx16, div, e / x, {z(0, 1), z(4, 2)})
MUSTER_TEST_READ_WRITE(cmplx16, Cmplx16, z(1, 1), z(-2, -2))
MUSTER_TEST_SWAP(cmplx16, Cmplx16)

// x = x op e with e of 16 bytes, and what is captured. Values stay in the range of each type.
#define MUSTER_TEST_BY_QUAD(t, T, op, expression, initial, operand)                                         \
  extern "C" void __kmpc_atomic_##t##_##op##_fp(void*, std::int32_t, T*, Quad);                             \
  TEST(Atomic_##t, op##_fp) {                                                                               \
    const auto expected = [](T x, Quad e) { return static_cast<T>(expression); };                           \
    T once = initial, shared = initial, all = initial;                                                      \
    __kmpc_atomic_##t##_##op##_fp(nullptr, muster::test::gtid(), &once, operand);                           \
    EXPECT_TRUE(muster::test::same<T>(once, expected(initial, operand)));                                   \
    muster::test::in_threads(                                                                               \
        [&](int, int) { __kmpc_atomic_##t##_##op##_fp(nullptr, muster::test::gtid(), &shared, operand); }); \
    for (int i = 0; i < muster::test::kThreads * muster::test::kCallsPerThread; ++i) {                      \
      all = expected(all, operand);                                                                         \
    }                                                                                                       \
    EXPECT_TRUE(muster::test::same<T>(shared, all));                                                        \
  }
#define MUSTER_TEST_CAPTURE_BY_QUAD(t, T, op, expression, initial, operand)                                           \
  extern "C" T __kmpc_atomic_##t##_##op##_fp(void*, std::int32_t, T*, Quad, std::int32_t);                            \
  TEST(Atomic_##t, op##_fp) {                                                                                         \
    const auto expected = [](T x, Quad e) { return static_cast<T>(expression); };                                     \
    T old = initial, fresh = initial;                                                                                 \
    EXPECT_TRUE(muster::test::same<T>(__kmpc_atomic_##t##_##op##_fp(nullptr, muster::test::gtid(), &old, operand, 0), \
                                      initial));                                                                      \
    EXPECT_TRUE(muster::test::same<T>(old, expected(initial, operand)));                                              \
    EXPECT_TRUE(                                                                                                      \
        muster::test::same<T>(__kmpc_atomic_##t##_##op##_fp(nullptr, muster::test::gtid(), &fresh, operand, 1),       \
                              expected(initial, operand)));                                                           \
    EXPECT_TRUE(muster::test::same<T>(fresh, expected(initial, operand)));                                            \
  }
#define MUSTER_TEST_FORMS_BY_QUAD(t, T, op, expression, initial, operand) \
  MUSTER_TEST_BY_QUAD(t, T, op, expression, initial, operand)             \
  MUSTER_TEST_CAPTURE_BY_QUAD(t, T, op##_cpt, expression, initial, operand)
#define MUSTER_TEST_REVERSED_BY_QUAD(t, T, op, expression, initial, operand) \
  MUSTER_TEST_BY_QUAD(t, T, op##_rev, expression, initial, operand)          \
  MUSTER_TEST_CAPTURE_BY_QUAD(t, T, op##_cpt_rev, expression, initial, operand)

// Called again and again they never leave a byte; rounding towards zero comes after the operation.
#define MUSTER_TEST_WITH_QUAD(t, T)                                                           \
  MUSTER_TEST_FORMS_BY_QUAD(t, T, add, x + e, static_cast<T>(100), Quad(1) / 4)               \
  MUSTER_TEST_FORMS_BY_QUAD(t, T, sub, x - e, static_cast<T>(100), -Quad(1) / 4)              \
  MUSTER_TEST_REVERSED_BY_QUAD(t, T, sub, e - x, static_cast<T>(30), Quad(100) + Quad(1) / 4) \
  MUSTER_TEST_FORMS_BY_QUAD(t, T, mul, x* e, static_cast<T>(100), Quad(3) / 4)                \
  MUSTER_TEST_FORMS_BY_QUAD(t, T, div, x / e, static_cast<T>(100), Quad(4) / 3)               \
  MUSTER_TEST_REVERSED_BY_QUAD(t, T, div, e / x, static_cast<T>(30), Quad(100) + Quad(1) / 4)

MUSTER_TEST_WITH_QUAD(fixed1, std::int8_t)
MUSTER_TEST_WITH_QUAD(fixed1u, std::uint8_t)
MUSTER_TEST_WITH_QUAD(fixed2, std::int16_t)
MUSTER_TEST_WITH_QUAD(fixed2u, std::uint16_t)
MUSTER_TEST_WITH_QUAD(fixed4, std::int32_t)
MUSTER_TEST_WITH_QUAD(fixed4u, std::uint32_t)
MUSTER_TEST_WITH_QUAD(fixed8, std::int64_t)
MUSTER_TEST_WITH_QUAD(fixed8u, std::uint64_t)
MUSTER_TEST_WITH_QUAD(float4, float)
MUSTER_TEST_WITH_QUAD(float8, double)
MUSTER_TEST_WITH_QUAD(float10, long double)
