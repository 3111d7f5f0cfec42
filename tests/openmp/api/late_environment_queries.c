// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that the program sets before it first uses OpenMP count for a query that is its first use, too.
// peers: libomp
// Why: libgomp reads the environment when it is loaded.
// run: ASKED=cancellation
// run: ASKED=priority
// run: ASKED=format
#include <omp.h>
#include <string.h>

#include "check.h"

int main(void) {
  const char* asked = getenv("ASKED");
  char format[64] = "";
  setenv("OMP_CANCELLATION", "true", 1);
  setenv("OMP_MAX_TASK_PRIORITY", "12", 1);
  setenv("OMP_AFFINITY_FORMAT", "late %n", 1);
  if (strcmp(asked, "cancellation") == 0) CHECK_EQUAL(omp_get_cancellation(), 1);
  if (strcmp(asked, "priority") == 0) CHECK_EQUAL(omp_get_max_task_priority(), 12);
  omp_get_affinity_format(format, sizeof format);
  CHECK_EQUAL(strcmp(format, "late %n"), 0);
  CHECK_EQUAL(omp_get_cancellation(), 1);
  CHECK_EQUAL(omp_get_max_task_priority(), 12);
  return finish();
}
