// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared library that uses OpenMP inside, for hosts that do not. Built by each compiler.
#include <omp.h>

#include "on_muster.h"

// Fails the process if this library is not served by the runtime under test.
void plugin_require_runtime(void) { require_expected_runtime((const void*)omp_get_thread_num); }

// Runs a region of `size` threads and returns how many took part, or -1 if its loop came out wrong.
int plugin_run(int size) {
  int threads = 0;
  long sum = 0;
#pragma omp parallel num_threads(size) reduction(+ : sum)
  {
#pragma omp atomic
    threads++;
#pragma omp for schedule(dynamic, 5)
    for (int i = 0; i < 200; i++) sum += i;
#pragma omp barrier
#pragma omp critical
    sum++;
  }
  return sum == 199 * 100 + threads ? threads : -1;
}

// Calls `inside` in each thread of a region.
void plugin_in_region(int size, void (*inside)(void*), void* argument) {
#pragma omp parallel num_threads(size)
  inside(argument);
}

// The level, team size and thread number of the caller, as one number.
int plugin_position(void) { return omp_get_level() * 10000 + omp_get_num_threads() * 100 + omp_get_thread_num(); }

// Adds one under a lock that all users of this library share.
void plugin_count(long* counter) {
#pragma omp critical(plugin_lock)
  ++*counter;
}

// Makes target tasks that add one each, and waits for none of them.
void plugin_target(int* sum, int tasks) {
  for (int i = 0; i < tasks; i++) {
#pragma omp target nowait firstprivate(sum)
    __atomic_fetch_add(sum, 1, __ATOMIC_RELAXED);
  }
}
