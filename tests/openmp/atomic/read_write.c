// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic read and write of each size never tear and never go back.
#include <omp.h>

#include "check.h"

enum { kLaps = 2000 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_TYPE(type, order, high)                                             \
  do {                                                                            \
    type variable = 0;                                                            \
    int torn = 0, back = 0;                                                       \
    PRAGMA(omp parallel num_threads(3)) {                                         \
      type last = 0;                                                              \
      for (int lap = 1; lap <= kLaps; lap++) {                                    \
        if (omp_get_thread_num() == 0) {                                          \
          /* The same number in both halves, so half of a write would show. */    \
          PRAGMA(omp atomic write order)                                          \
          variable = (type)lap * high + (type)lap;                                \
        } else {                                                                  \
          type seen;                                                              \
          PRAGMA(omp atomic read order)                                           \
          seen = variable;                                                        \
          long long whole = (long long)seen;                                      \
          if (whole / (long long)(high) != whole % (long long)(high)) hit(&torn); \
          if (seen < last) hit(&back);                                            \
          last = seen;                                                            \
        }                                                                         \
      }                                                                           \
    }                                                                             \
    CHECK_EQUAL(torn, 0);                                                         \
    CHECK_EQUAL(back, 0);                                                         \
    CHECK_EQUAL((long long)variable % (long long)(high), kLaps);                  \
  } while (0)

int main(void) {
  CHECK_TYPE(int, , 65536);
  CHECK_TYPE(unsigned, , 65536u);
  CHECK_TYPE(int, seq_cst, 65536);
  CHECK_TYPE(long long, , 4294967296LL);
  CHECK_TYPE(unsigned long long, seq_cst, 4294967296ULL);
  CHECK_TYPE(double, , 65536.0);
  CHECK_TYPE(double, relaxed, 65536.0);
  return finish();
}
