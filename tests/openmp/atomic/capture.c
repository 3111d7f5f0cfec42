// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic capture hands out each value once: before, after, swapped, and with every memory order.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kLaps = 500, kMost = 64 * kLaps + 1 };

static int taken[kMost + 1];

static void check_taken(int from, int count) {
  int wrong = 0;
  for (int i = 0; i <= kMost; i++) wrong += taken[i] != (i >= from && i < from + count);
  CHECK_EQUAL(wrong, 0);
  memset(taken, 0, sizeof taken);
}

#define PRAGMA(text) _Pragma(#text)
#define CHECK_CAPTURE(type, pragma_text, statement, from, start) \
  do {                                                           \
    type counter = (type)(start);                                \
    int threads = 0;                                             \
    PRAGMA(omp parallel) {                                       \
      hit(&threads);                                             \
      for (int lap = 0; lap < kLaps; lap++) {                    \
        type value;                                              \
        PRAGMA(pragma_text) statement;                           \
        hit(&taken[(int)value]);                                 \
      }                                                          \
    }                                                            \
    check_taken(from, kLaps* threads);                           \
  } while (0)

#define BLOCK(...) \
  {                \
    __VA_ARGS__;   \
  }

#define CHECK_TYPE(type)                                                                                \
  CHECK_CAPTURE(type, omp atomic capture, value = counter++, 0, 0);                                     \
  CHECK_CAPTURE(type, omp atomic capture, value = ++counter, 1, 0);                                     \
  CHECK_CAPTURE(type, omp atomic capture, value = counter += 1, 1, 0);                                  \
  CHECK_CAPTURE(type, omp atomic capture seq_cst, BLOCK(value = counter; counter = counter + 1), 0, 0); \
  CHECK_CAPTURE(type, omp atomic capture acq_rel, BLOCK(counter = 1 + counter; value = counter), 1, 0); \
  CHECK_CAPTURE(type, omp atomic capture relaxed, BLOCK(value = counter; counter++), 0, 0);             \
  CHECK_CAPTURE(type, omp atomic capture release, BLOCK(counter += 1; value = counter), 1, 0)

int main(void) {
  CHECK_TYPE(short);
  CHECK_TYPE(int);
  CHECK_TYPE(unsigned);
  CHECK_TYPE(long long);
  CHECK_TYPE(float);
  CHECK_TYPE(double);

  // Swaps pass tokens round: none is lost or doubled.
  long slot = 0;
  int threads = 0;
#pragma omp parallel
  {
    hit(&threads);
    long token = omp_get_thread_num() + 1;
    for (int lap = 0; lap < kLaps; lap++) {
      long out;
#pragma omp atomic capture
      {
        out = slot;
        slot = token;
      }
      token = out;
    }
    hit(&taken[token]);
  }
  hit(&taken[slot]);
  check_taken(0, threads + 1);
  return finish();
}
