// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread of a dynamic loop gets whole chunks: iterations k*chunk to k*chunk + chunk - 1 run on one thread, in order.
#include <omp.h>

#include "check.h"

enum { kMost = 600 };

static int owner[kMost], position[kMost];

static void check_chunks(int count, int chunk) {
  int wrong = 0;
  for (int i = 0; i < count; i++)
    if (i % chunk) wrong += owner[i] != owner[i - 1] || position[i] != position[i - 1] + 1;
  CHECK_EQUAL(wrong, 0);
}

int main(void) {
  static const int chunks[] = {1, 2, 5, 16, 100, 599, 1000};
  for (unsigned c = 0; c < sizeof chunks / sizeof *chunks; c++) {
    int chunk = chunks[c];
    for (int count = 1; count < kMost; count += 149) {
#pragma omp parallel
      {
        int done = 0;
#pragma omp for schedule(dynamic, chunk)
        for (int i = 0; i < count; i++) {
          owner[i] = omp_get_thread_num();
          position[i] = done++;
        }
      }
      check_chunks(count, chunk);
#pragma omp parallel
      {
        int done = 0;
#pragma omp for schedule(nonmonotonic : dynamic, chunk)
        for (unsigned long i = 0; i < (unsigned long)count; i++) {
          owner[i] = omp_get_thread_num();
          position[i] = done++;
        }
      }
      check_chunks(count, chunk);
    }
  }
  return finish();
}
