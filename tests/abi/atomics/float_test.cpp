// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __kmpc_atomic_float*: real numbers. Rounding is no trouble: the same operations in sequence round in the same way.
#include "abi/atomics/atomics_test.h"

#define MUSTER_TEST_REAL(t, T)                                            \
  MUSTER_TEST_FORMS(t, T, add, x + e, {1, 0.1F}, {-3, 1.0F / 3})          \
  MUSTER_TEST_FORMS(t, T, sub, x - e, {1, 0.1F}, {-3, 1.0F / 3})          \
  MUSTER_TEST_REVERSED(t, T, sub, e - x, {1, 0.25F}, {3, 0.1F})           \
  MUSTER_TEST_FORMS(t, T, mul, x* e, {1, 1.001F}, {-3, -1})               \
  MUSTER_TEST_FORMS(t, T, div, x / e, {1, 1.001F}, {-3, -1})              \
  MUSTER_TEST_REVERSED(t, T, div, e / x, {3, 10}, {-0.5F, 7})             \
  MUSTER_TEST_FORMS(t, T, max, x < e ? e : x, {1.5F, 2.5F}, {2.5F, 1.5F}) \
  MUSTER_TEST_FORMS(t, T, min, e < x ? e : x, {1.5F, 2.5F}, {2.5F, 1.5F}) \
  MUSTER_TEST_READ_WRITE(t, T, 1.5F, -2.25F)                              \
  MUSTER_TEST_SWAP(t, T)

MUSTER_TEST_REAL(float4, float)
MUSTER_TEST_REAL(float8, double)
MUSTER_TEST_REAL(float10, long double)

MUSTER_TEST_MIXED(float4, float, add, x + e, float8, double, 1.0F, 0.1)
MUSTER_TEST_MIXED(float4, float, sub, x - e, float8, double, 1.0F, 0.1)
MUSTER_TEST_MIXED(float4, float, mul, x* e, float8, double, 1.0F, 1.0001)
MUSTER_TEST_MIXED(float4, float, div, x / e, float8, double, 1.0F, 1.0001)
