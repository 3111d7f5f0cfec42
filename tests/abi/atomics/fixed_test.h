// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tests of __kmpc_atomic_fixed*: integers. A file a width, because one with all of them takes a minute to compile.
#pragma once

#include "abi/atomics/atomics_test.h"

// Wrapping arithmetic in the test too: 3 to the 2000th fits none of the types.
#define MUSTER_WRAP(a, op, b) (static_cast<std::uint64_t>(a) op static_cast<std::uint64_t>(b))

#define MUSTER_TEST_SIGNED(t, T)                                                \
  MUSTER_TEST_FORMS(t, T, add, MUSTER_WRAP(x, +, e), {5, 3}, {0, -1}, {127, 1}) \
  MUSTER_TEST_FORMS(t, T, sub, MUSTER_WRAP(x, -, e), {5, 3}, {-128, 1})         \
  MUSTER_TEST_REVERSED(t, T, sub, MUSTER_WRAP(e, -, x), {5, 3}, {1, 7})         \
  MUSTER_TEST_FORMS(t, T, mul, MUSTER_WRAP(x, *, e), {5, 3}, {1, -1}, {-7, 3})  \
  MUSTER_TEST_FORMS(t, T, div, x / e, {-9, -1}, {100, 3}, {-100, 3})            \
  MUSTER_TEST_REVERSED(t, T, div, e / x, {2, 8}, {-3, 100, true})               \
  MUSTER_TEST_FORMS(t, T, andb, x& e, {0x5A, 0x33}, {-1, 0x70})                 \
  MUSTER_TEST_FORMS(t, T, orb, x | e, {0x5A, 0x21}, {0, -128})                  \
  MUSTER_TEST_FORMS(t, T, xor, x ^ e,                                           \
                    {                                                           \
                        0x5A, 0x33},                                            \
                    {0, -1})                                                    \
  MUSTER_TEST_FORMS(t, T, neqv, x ^ e, {0x5A, 0x33}, {0, -1})                   \
  MUSTER_TEST_FORMS(t, T, eqv, x ^ ~e, {0x5A, 0x33}, {0, 0})                    \
  MUSTER_TEST_FORMS(t, T, andl, x != 0 && e != 0, {2, 4}, {2, 0}, {0, 1})       \
  MUSTER_TEST_FORMS(t, T, orl, x != 0 || e != 0, {2, 4}, {0, 0}, {0, 8})        \
  MUSTER_TEST_FORMS(t, T, shl, x << e, {1, 1}, {3, 2}, {-1, 1})                 \
  MUSTER_TEST_REVERSED(t, T, shl, e << x, {3, 5, true}, {0, -1, true}, {5, 0})  \
  MUSTER_TEST_FORMS(t, T, shr, x >> e, {-100, 1}, {100, 2})                     \
  MUSTER_TEST_REVERSED(t, T, shr, e >> x, {1, 4}, {3, -100, true})              \
  MUSTER_TEST_FORMS(t, T, max, x < e ? e : x, {3, 5}, {5, 3}, {-5, -3})         \
  MUSTER_TEST_FORMS(t, T, min, e < x ? e : x, {3, 5}, {5, 3}, {-5, -3})         \
  MUSTER_TEST_READ_WRITE(t, T, 0x11, -0x12)                                     \
  MUSTER_TEST_SWAP(t, T)                                                        \
  MUSTER_TEST_MIXED(t, T, mul, x* e, float8, double, 5, -1.0)                   \
  MUSTER_TEST_MIXED(t, T, div, x / e, float8, double, 100, 1.5)

#define MUSTER_TEST_UNSIGNED(t, T)                                              \
  MUSTER_TEST_FORMS(t, T, div, x / e, {200, 3}, {static_cast<T>(-1), 2})        \
  MUSTER_TEST_REVERSED(t, T, div, e / x, {2, 8}, {3, static_cast<T>(-1), true}) \
  MUSTER_TEST_FORMS(t, T, shr, x >> e, {static_cast<T>(-1), 1}, {200, 3})       \
  MUSTER_TEST_REVERSED(t, T, shr, e >> x, {1, 4}, {3, static_cast<T>(-1), true})
