// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_SCHEDULE in its forms: what omp_get_schedule answers, and that a runtime loop is complete.
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=static EXPECT=1,0
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=static,7 EXPECT=1,7
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=dynamic EXPECT=2,1
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=DYNAMIC,4 EXPECT=2,4
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=Guided,5 EXPECT=3,5
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=guided EXPECT=3,1
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=auto EXPECT=4,-1
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=nonmonotonic:dynamic,3 EXPECT=2,3
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=monotonic:guided,3 EXPECT=3,3
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=monotonic:static EXPECT=1,0
#include <omp.h>
#include <stdio.h>

#include "check.h"

enum { kCount = 500 };

int main(void) {
  int expected_kind = 0, expected_chunk = 0;
  const char* expected = getenv("EXPECT");
  if (!expected || sscanf(expected, "%d,%d", &expected_kind, &expected_chunk) != 2) return EXIT_FAILURE;

  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind & ~(unsigned)omp_sched_monotonic, expected_kind);
  // -1 stands for "any"; for a schedule without chunk size, a value below one and for dynamic one too.
  if (expected_chunk > 0) CHECK_EQUAL(chunk, expected_chunk);
  if (expected_chunk == 0) CHECK(chunk < 1);

  static int ran[kCount];
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < kCount; i++) hit(&ran[i]);
  int wrong = 0;
  for (int i = 0; i < kCount; i++) wrong += ran[i] != 1;
  CHECK_EQUAL(wrong, 0);
  return finish();
}
