// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// However threads are told to wait, barriers, regions, criticals and loops do the same.
// run: OMP_NUM_THREADS=2 OMP_WAIT_POLICY=active
// run: OMP_NUM_THREADS=5 OMP_WAIT_POLICY=passive
// run: OMP_NUM_THREADS=3 OMP_WAIT_POLICY=PASSIVE OMP_DYNAMIC=false
// run: OMP_NUM_THREADS=5 KMP_BLOCKTIME=0
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=infinite
// run: OMP_NUM_THREADS=5 GOMP_SPINCOUNT=0
// run: OMP_NUM_THREADS=5 KMP_LIBRARY=throughput
// run: OMP_NUM_THREADS=2 KMP_LIBRARY=turnaround
#include <omp.h>
#include <unistd.h>

#include "check.h"

int main(void) {
  long critical = 0;
  int size = requested_threads(), wrong = 0;
  for (int region = 0; region < 20; region++) {
    int arrived = 0;
    long sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
      for (int episode = 1; episode <= 20; episode++) {
        hit(&arrived);
#pragma omp barrier
        if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) < episode * size) hit(&wrong);
      }
#pragma omp critical
      critical++;
#pragma omp for schedule(dynamic, 2)
      for (int i = 0; i < 100; i++) sum += i;
    }
    if (sum != 4950) wrong++;
    if (region % 5 == 0) usleep(2000);  // long enough for some policies to put the team to sleep
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(critical, 20L * size);
  return finish();
}
