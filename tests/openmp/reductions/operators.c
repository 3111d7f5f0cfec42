// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every reduction operator on a loop, against the same loop run by one thread; the original value takes part.
// link: -latomic
#include <omp.h>

#include "check.h"

enum { kCount = 200 };

static int values[kCount];

#define PRAGMA(text) _Pragma(#text)
#define REDUCE(type, operator_text, statement, start)                          \
  do {                                                                         \
    type expected = (type)(start), result = (type)(start);                     \
    {                                                                          \
      type result_ = expected;                                                 \
      for (int i = 0; i < kCount; i++) {                                       \
        type r = result_;                                                      \
        type v = (type)values[i];                                              \
        (void)v;                                                               \
        statement;                                                             \
        result_ = r;                                                           \
      }                                                                        \
      expected = result_;                                                      \
    }                                                                          \
    type r = result;                                                           \
    PRAGMA(omp parallel for reduction(operator_text : r) schedule(dynamic, 3)) \
    for (int i = 0; i < kCount; i++) {                                         \
      type v = (type)values[i];                                                \
      (void)v;                                                                 \
      statement;                                                               \
    }                                                                          \
    CHECK_EQUAL(r, expected);                                                  \
  } while (0)

#define INTEGER_OPERATORS(type)                                 \
  REDUCE(type, +, r = (type)(r + v), 17);                       \
  REDUCE(type, *, r = (type)(r * (v % 2 ? 1 : (type) - 1)), 3); \
  REDUCE(type, &, r = (type)(r & ~(1 << (v % 3))), 127);        \
  REDUCE(type, |, r = (type)(r | (v & 0x2a)), 4);               \
  REDUCE(type, ^, r = (type)(r ^ v), 5);                        \
  REDUCE(type, &&, r = (type)(r && v < 120), 1);                \
  REDUCE(type, &&, r = (type)(r && v != 77), 1);                \
  REDUCE(type, ||, r = (type)(r || v == 77), 0);                \
  REDUCE(type, ||, r = (type)(r || v > 120), 0);                \
  REDUCE(type, max, r = r < v ? v : r, 1);                      \
  REDUCE(type, max, r = r < v ? v : r, 127);                    \
  REDUCE(type, min, r = v < r ? v : r, 100)

#define FLOAT_OPERATORS(type)                    \
  REDUCE(type, +, r = r + v, 17);                \
  REDUCE(type, *, r = r * (v > 64 ? 1 : -1), 3); \
  REDUCE(type, &&, r = r && v < 120, 1);         \
  REDUCE(type, ||, r = r || v == 77, 0);         \
  REDUCE(type, max, r = r < v ? v : r, -5);      \
  REDUCE(type, min, r = v < r ? v : r, 500)

int main(void) {
  for (int i = 0; i < kCount; i++) values[i] = (i * 37 + 11) % 101;
  INTEGER_OPERATORS(signed char);
  INTEGER_OPERATORS(unsigned char);
  INTEGER_OPERATORS(short);
  INTEGER_OPERATORS(unsigned short);
  INTEGER_OPERATORS(int);
  INTEGER_OPERATORS(unsigned);
  INTEGER_OPERATORS(long);
  INTEGER_OPERATORS(unsigned long long);
  FLOAT_OPERATORS(float);
  FLOAT_OPERATORS(double);
  FLOAT_OPERATORS(long double);
  return finish();
}
