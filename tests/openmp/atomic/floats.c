// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic update of float, double and long double: no update is lost. The numbers are exact in each type.
// link: -latomic
#include <omp.h>

#include "check.h"

enum { kLaps = 400 };

// Powers of two up to this number of threads times eight fit a float.
enum { kMostThreads = 8 };
static int team_size(void) { return requested_threads() < kMostThreads ? requested_threads() : kMostThreads; }

#define CHECK_TYPE(type)                                                   \
  do {                                                                     \
    type sum = 0, left = 0, down = 0, product = 1, quotient = 1, flip = 0; \
    int threads = 0;                                                       \
    _Pragma("omp parallel num_threads(team_size())") {                     \
      hit(&threads);                                                       \
      for (int lap = 0; lap < kLaps; lap++) {                              \
        _Pragma("omp atomic") sum += (type)0.5;                            \
        _Pragma("omp atomic") left = (type)0.25 + left;                    \
        _Pragma("omp atomic") down -= (type)2;                             \
        _Pragma("omp atomic") flip = (type)8 - flip;                       \
        _Pragma("omp atomic") sum++;                                       \
      }                                                                    \
      for (int lap = 0; lap < 8; lap++) {                                  \
        _Pragma("omp atomic") product *= (type)2;                          \
        _Pragma("omp atomic") quotient /= (type)2;                         \
      }                                                                    \
    }                                                                      \
    CHECK_NEAR(sum, 1.5 * kLaps * threads, 0);                             \
    CHECK_NEAR(left, 0.25 * kLaps * threads, 0);                           \
    CHECK_NEAR(down, -2.0 * kLaps * threads, 0);                           \
    CHECK_NEAR(flip, 0, 0);                                                \
    double power = 1;                                                      \
    for (int i = 0; i < 8 * threads; i++) power *= 2;                      \
    CHECK_NEAR(product, power, 0);                                         \
    CHECK_NEAR(quotient, 1 / power, 0);                                    \
  } while (0)

int main(void) {
  CHECK_TYPE(float);
  CHECK_TYPE(double);
  CHECK_TYPE(long double);
  return finish();
}
