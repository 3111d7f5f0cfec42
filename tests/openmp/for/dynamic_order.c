// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In code of GCC a dynamic loop gives each thread rising iterations, without a modifier too, as on libgomp. Programs rely on it: megahit sizes a thread's
// memory by its first iteration, and sumaclust takes the first hit of each thread for its least one.
// compilers: gcc
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// run: OMP_NUM_THREADS=13
// run: OMP_NUM_THREADS=4 OMP_SCHEDULE=dynamic,10
#include "check.h"

enum { kCount = 2000, kRounds = 20 };

#define PRAGMA(text) _Pragma(#text)
// Iterations of one thread take longer, so that others are done with what they began with long before it.
#define CHECK_RISING(Type, clause)                                                                   \
  do {                                                                                               \
    int wrong = 0, total = 0;                                                                        \
    for (int round = 0; round < kRounds; round++) PRAGMA(omp parallel reduction(+ : wrong, total)) { \
        int last = -1;                                                                               \
        PRAGMA(omp for clause)                                                                       \
        for (Type i = 0; i < (Type)kCount; i++) {                                                    \
          wrong += (int)i <= last;                                                                   \
          last = (int)i;                                                                             \
          total++;                                                                                   \
          work(i < 100 ? 2000 : 1);                                                                  \
        }                                                                                            \
      }                                                                                              \
    CHECK_EQUAL(wrong, 0);                                                                           \
    CHECK_EQUAL(total, kRounds* kCount);                                                             \
  } while (0)

// The loop of a parallel region is started by one call.
static int wrong_in_combined(void) {
  int wrong = 0, last = -1;
#pragma omp parallel for schedule(dynamic, 3) firstprivate(last) reduction(+ : wrong)
  for (int i = 0; i < kCount; i++) {
    wrong += i <= last;
    last = i;
    work(i < 100 ? 2000 : 1);
  }
  return wrong;
}

int main(void) {
  CHECK_RISING(int, schedule(dynamic));
  CHECK_RISING(int, schedule(dynamic, 10));
  CHECK_RISING(int, schedule(nonmonotonic : dynamic, 3));
  CHECK_RISING(unsigned long long, schedule(dynamic));
  CHECK_RISING(int, schedule(runtime));
  for (int round = 0; round < kRounds; round++) CHECK_EQUAL(wrong_in_combined(), 0);
  return finish();
}
