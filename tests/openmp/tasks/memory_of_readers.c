// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that read what nobody writes, name what they may do one at a time, or have a priority: the memory of those that are complete is used again.
// peers: none
// Why: libgomp keeps as many tasks as are made.
// run: OMP_NUM_THREADS=2 OMP_MAX_TASK_PRIORITY=2
// run: OMP_NUM_THREADS=5 OMP_MAX_TASK_PRIORITY=2
#include <omp.h>

#include "process.h"

enum { kTasks = 300000, kRound = 1000, kSlackKib = 12 << 10 };

static long grown_by(void (*make)(long* count)) {
  long count = 0, before = 0;
#pragma omp parallel
#pragma omp single
  for (int done = 0; done < kTasks; done += kRound) {
    if (done == 10 * kRound) before = resident_kib();
    make(&count);
#pragma omp taskwait
  }
  CHECK_EQUAL(count, kTasks);
  return resident_kib() - before;
}

static void read_only(long* count) {
  static int read;
  for (int i = 0; i < kRound; i++) {
#pragma omp task depend(in : read) firstprivate(count)
    __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
  }
}

static void one_at_a_time(long* count) {
  for (int i = 0; i < kRound; i++) {
#pragma omp task depend(mutexinoutset : *count) firstprivate(count)
    ++*count;
  }
}

int main(void) {
  CHECK(grown_by(read_only) < kSlackKib);
  CHECK(grown_by(one_at_a_time) < kSlackKib);
  return finish();
}
