// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KMP_DETERMINISTIC_REDUCTION: sums of doubles are the same to the last bit whichever thread comes first. The compilers' code for several variables, for one, and for
// one without a barrier is each combined in another way. GCC's code combines as threads come, whatever the runtime does.
// compilers: clang
// peers: libomp
// run: OMP_NUM_THREADS=4 KMP_DETERMINISTIC_REDUCTION=true
// run: OMP_NUM_THREADS=13 KMP_DETERMINISTIC_REDUCTION=1
// run: OMP_NUM_THREADS=4 KMP_FORCE_REDUCTION=tree
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kRounds = 200 };

// Terms whose sum hangs on their order.
static double term(int thread) { return 1.0 / (3 + thread) + 1e15 * (thread % 3 - 1); }

struct Sums {
  double one, two, alone, unawaited;
};

static struct Sums sum_in(unsigned order) {
  struct Sums sums = {0, 0, 0, 0};
  double one = 0, two = 0, alone = 0, unawaited = 0;
#pragma omp parallel reduction(+ : one, two)
  {
    const int thread = omp_get_thread_num();
    // Each round another thread is late.
    work(((unsigned)thread * 7 + order) % 5 * 400);
    one += term(thread);
    two += 3 * term(thread);
  }
#pragma omp parallel reduction(+ : alone)
  {
    work(((unsigned)omp_get_thread_num() * 3 + order) % 5 * 400);
    alone += term(omp_get_thread_num());
  }
#pragma omp parallel
  {
#pragma omp for reduction(+ : unawaited) schedule(static, 1)
    for (int i = 0; i < 40; i++) {
      work(((unsigned)i * 3 + order) % 5 * 40);
      unawaited += term(i);
    }
  }
  sums.one = one;
  sums.two = two;
  sums.alone = alone;
  sums.unawaited = unawaited;
  return sums;
}

int main(void) {
  const struct Sums first = sum_in(0);
  int others = 0;
  for (unsigned round = 1; round < kRounds; round++) {
    const struct Sums sums = sum_in(round);
    others += memcmp(&sums, &first, sizeof sums) != 0;
  }
  CHECK_EQUAL(others, 0);
  return finish();
}
