// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic update of complex numbers of each size. GCC 12 accepts none.
// compilers: clang
// link: -latomic
#include <complex.h>
#include <omp.h>

#include "check.h"

enum { kLaps = 300 };

#define CHECK_TYPE(type, unit)                          \
  do {                                                  \
    type sum = 0, down = 0, turned = 1;                 \
    int threads = 0;                                    \
    _Pragma("omp parallel") {                           \
      hit(&threads);                                    \
      for (int lap = 0; lap < kLaps; lap++) {           \
        _Pragma("omp atomic") sum += 1 + 2 * unit;      \
        _Pragma("omp atomic") down -= 3 * unit;         \
      }                                                 \
      for (int lap = 0; lap < 4; lap++) {               \
        _Pragma("omp atomic") turned *= unit;           \
      }                                                 \
    }                                                   \
    CHECK_NEAR(creal(sum), 1.0 * kLaps * threads, 0);   \
    CHECK_NEAR(cimag(sum), 2.0 * kLaps * threads, 0);   \
    CHECK_NEAR(creal(down), 0, 0);                      \
    CHECK_NEAR(cimag(down), -3.0 * kLaps * threads, 0); \
    CHECK_NEAR(creal(turned), 1, 1e-6);                 \
    CHECK_NEAR(cimag(turned), 0, 1e-6);                 \
  } while (0)

int main(void) {
  CHECK_TYPE(float complex, (float complex)I);
  CHECK_TYPE(double complex, (double complex)I);
  CHECK_TYPE(long double complex, (long double complex)I);
  return finish();
}
