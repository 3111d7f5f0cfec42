// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=3 OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT=level:%L,thread:%n,threads:%N
// peers: libomp
// Why: libgomp writes to standard error, and at other regions.
// Each thread is shown when it first enters a region, and when level or size of its team are other than last time.
#include <omp.h>
#include <string.h>

#include "process.h"

static int lines_with(FILE* shown, const char* what) {
  char line[256];
  int lines = 0;
  rewind(shown);
  while (fgets(line, sizeof line, shown)) lines += strstr(line, what) != NULL;
  return lines;
}

static void region(int threads) {
#pragma omp parallel num_threads(threads)
  {
#pragma omp barrier
  }
}

int main(void) {
  FILE* shown = tmpfile();
  fflush(stdout);
  int out = dup(STDOUT_FILENO);
  if (!shown || out < 0 || dup2(fileno(shown), STDOUT_FILENO) < 0) skip("standard output cannot be redirected");
  region(3);
  region(3);
  int same = lines_with(shown, "threads:3");
  region(2);
  region(3);
  int again = lines_with(shown, "threads:3"), fewer = lines_with(shown, "level:1,thread:1,threads:2");
  dup2(out, STDOUT_FILENO);
  CHECK_EQUAL(same, 3);
  CHECK(again >= 5);  // at least those that were in the smaller team
  CHECK_EQUAL(fewer, 1);
  return finish();
}
