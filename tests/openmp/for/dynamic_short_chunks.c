// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every iteration of a loop in many chunks of some nanoseconds runs once, the last one leaves its value, and where the schedule is monotonic they rise in each
// thread: also while the ledger listens, which hears of one chunk in several and has some handed out in one piece.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// run: OMP_NUM_THREADS=2 MUSTER_LEDGER=/dev/shm/dynamic_short_chunks.%p
// run: OMP_NUM_THREADS=5 MUSTER_LEDGER=/dev/shm/dynamic_short_chunks.%p
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

enum { kMost = 70000 };

static unsigned char times[kMost];

static void check_times(int count, int last) {
  int wrong = 0;
  for (int i = 0; i < count; i++) wrong += times[i] != 1;
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(last, count - 1);
  memset(times, 0, sizeof times);
}

static void check_loops(int count, int chunk) {
  int last = -1;
#pragma omp parallel for schedule(dynamic, chunk) lastprivate(last)
  for (int i = 0; i < count; i++) {
    times[i]++;
    last = i;
  }
  check_times(count, last);
#pragma omp parallel for schedule(nonmonotonic : dynamic, chunk) lastprivate(last)
  for (int i = 0; i < count; i++) {
    times[i]++;
    last = i;
  }
  check_times(count, last);
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
    int before = -1;
#pragma omp for schedule(monotonic : dynamic, chunk) lastprivate(last)
    for (int i = 0; i < count; i++) {
      wrong += i <= before;
      before = i;
      times[i]++;
      last = i;
    }
  }
  CHECK_EQUAL(wrong, 0);
  check_times(count, last);
}

int main(void) {
  for (int count = 1; count < kMost; count = count * 4 + 1)
    for (int chunk = 1; chunk < 64; chunk = chunk * 4 + 1) check_loops(count, chunk);
  char ledger[64];
  snprintf(ledger, sizeof ledger, "/dev/shm/dynamic_short_chunks.%d", (int)getpid());
  unlink(ledger);
  return finish();
}
