// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_get_num_procs after the program has changed its mask: in code of GCC it tells the CPUs of the calling thread, as on libgomp, which programs go by when
// they choose a number of threads; in code of Clang and where threads are bound, those of the process at its start.
// For the emulated machine there is no libomp to link with, so code of Clang asks for libgomp's version of the name.
// not-under: emulation:clang
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2 OMP_PROC_BIND=false
// run: OMP_NUM_THREADS=2 OMP_PROC_BIND=true
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>

#include "check.h"

static int first_cpu(const cpu_set_t* cpus) {
  int cpu = 0;
  while (!CPU_ISSET(cpu, cpus)) cpu++;
  return cpu;
}

int main(void) {
  cpu_set_t before, one;
  if (sched_getaffinity(0, sizeof before, &before) != 0) return 77;
  const int all = omp_get_num_procs();
  if (omp_get_proc_bind() == omp_proc_bind_false) CHECK_EQUAL(CPU_COUNT(&before), all);
#if defined(__clang__)
  const int follows = 0;
#else
  const int follows = omp_get_proc_bind() == omp_proc_bind_false;
#endif
  CPU_ZERO(&one);
  CPU_SET(first_cpu(&before), &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) return 77;
  CHECK_EQUAL(omp_get_num_procs(), follows ? 1 : all);
  sched_setaffinity(0, sizeof before, &before);
  CHECK_EQUAL(omp_get_num_procs(), all);
  return finish();
}
