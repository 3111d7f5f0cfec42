// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_get_wtime runs forward in every thread, in seconds that agree with the system's, and omp_get_wtick is a fine step.
#include <omp.h>
#include <time.h>

#include "check.h"

static double system_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(void) {
  CHECK(omp_get_wtick() > 0 && omp_get_wtick() <= 0.01);
  int backwards = 0;
#pragma omp parallel
  {
    double last = omp_get_wtime();
    for (int i = 0; i < 1000; i++) {
      double now = omp_get_wtime();
      if (now < last) hit(&backwards);
      last = now;
    }
  }
  CHECK_EQUAL(backwards, 0);

  // What wtime says has passed lies between two system measurements: one taken inside it and one around it.
  double outer_start = system_seconds(), start = omp_get_wtime(), inner_start = system_seconds();
  struct timespec pause = {0, 20000000};
  nanosleep(&pause, NULL);
  double inner = system_seconds() - inner_start, measured = omp_get_wtime() - start;
  double outer = system_seconds() - outer_start;
  CHECK(measured >= inner - 1e-3 && measured <= outer + 1e-3);
  return finish();
}
