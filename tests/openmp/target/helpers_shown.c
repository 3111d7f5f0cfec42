// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KMP_HIDDEN_HELPER_AFFINITY=verbose: as many helpers as asked for, each shown where it is bound, before the first task is.
// compilers: clang
// run: OMP_NUM_THREADS=2 LIBOMP_NUM_HIDDEN_HELPER_THREADS=3 KMP_HIDDEN_HELPER_AFFINITY=verbose,granularity=core,scatter
// stderr-lines: 4
// stderr-has: ^OMP: Info #145: KMP_HIDDEN_HELPER_AFFINITY: Threads may migrate across the CPUs of a core$
// stderr-has: ^OMP: Info #254: KMP_HIDDEN_HELPER_AFFINITY: pid [0-9]* tid [0-9]* thread 2 bound to OS proc set [{][0-9]
// stderr-has: ^OMP: Info #254: KMP_HIDDEN_HELPER_AFFINITY: pid [0-9]* tid [0-9]* thread 4 bound to OS proc set [{][0-9]
// peers: none
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>

#include "process.h"

int main(void) {
  int before = threads_at_start(), cpus = 0;
#pragma omp target nowait map(from : cpus)
  {
    cpu_set_t set;
    cpus = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
  }
#pragma omp taskwait
  CHECK(cpus >= 1);
  CHECK_EQUAL(threads_of_process(), before + 3);
  // A program that relinquishes the runtime's resources has no helpers any more, until there is another task for them.
  CHECK_EQUAL(omp_pause_resource_all(omp_pause_soft), 0);
  CHECK_EQUAL(threads_after_waiting_for(before), before);
  return finish();
}
