// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic update of every integer type with every operator, in both operand orders.
#include <omp.h>

#include "check.h"

enum { kLaps = 121 };

// Every thread applies the same operations; the result must be that of any sequential order, so commuting groups are used.
#define CHECK_TYPE(type)                                                               \
  do {                                                                                 \
    type sum = 0, left = 0, product = 1, ones = (type) ~(type)0, bits = 0, parity = 0; \
    type flip = 0, down = 100, shifted = 1, halved = 64, quotient = 64;                \
    int threads = 0;                                                                   \
    _Pragma("omp parallel") {                                                          \
      hit(&threads);                                                                   \
      for (int lap = 0; lap < kLaps; lap++) {                                          \
        _Pragma("omp atomic") sum += 1;                                                \
        _Pragma("omp atomic") left = (type)1 + left;                                   \
        _Pragma("omp atomic") sum++;                                                   \
        _Pragma("omp atomic")-- down;                                                  \
        _Pragma("omp atomic") product *= (type) - 1;                                   \
        _Pragma("omp atomic") parity ^= (type)(lap & 0x55);                            \
        _Pragma("omp atomic") flip = (type)7 - flip;                                   \
      }                                                                                \
      _Pragma("omp atomic") ones &= (type) ~(type)(1u << (omp_get_thread_num() % 7));  \
      _Pragma("omp atomic") bits |= (type)(1u << (omp_get_thread_num() % 7));          \
      _Pragma("omp single") {                                                          \
        _Pragma("omp atomic") shifted <<= 3;                                           \
        _Pragma("omp atomic") halved >>= 2;                                            \
        _Pragma("omp atomic") quotient /= 5;                                           \
      }                                                                                \
    }                                                                                  \
    unsigned expected_bits = (1u << (threads < 7 ? threads : 7)) - 1;                  \
    CHECK_EQUAL(sum, (type)(2 * kLaps * threads));                                     \
    CHECK_EQUAL(left, (type)(kLaps * threads));                                        \
    CHECK_EQUAL(down, (type)(100 - kLaps * threads));                                  \
    CHECK_EQUAL(product, kLaps % 2 && threads % 2 ? (type) - 1 : 1);                   \
    CHECK_EQUAL(flip, kLaps* threads % 2 ? 7 : 0);                                     \
    CHECK_EQUAL(bits, expected_bits);                                                  \
    CHECK_EQUAL(ones, (type) ~(type)expected_bits);                                    \
    CHECK_EQUAL(shifted, 8);                                                           \
    CHECK_EQUAL(halved, 16);                                                           \
    CHECK_EQUAL(quotient, 12);                                                         \
    type expected_parity = 0;                                                          \
    for (int lap = 0; lap < kLaps; lap++) expected_parity ^= (type)(lap & 0x55);       \
    CHECK_EQUAL(parity, threads % 2 ? expected_parity : 0);                            \
  } while (0)

int main(void) {
  CHECK_TYPE(signed char);
  CHECK_TYPE(unsigned char);
  CHECK_TYPE(short);
  CHECK_TYPE(unsigned short);
  CHECK_TYPE(int);
  CHECK_TYPE(unsigned);
  CHECK_TYPE(long);
  CHECK_TYPE(unsigned long);
  CHECK_TYPE(long long);
  CHECK_TYPE(unsigned long long);
  return finish();
}
