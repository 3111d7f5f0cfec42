// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does what its argument says, for harness_test.sh: makes a check that holds or one that does not, or none.
#include <omp.h>
#include <string.h>

#include "check.h"

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "hold") == 0) CHECK_EQUAL(omp_get_thread_num(), 0);
  if (strcmp(what, "fail") == 0) CHECK_EQUAL(omp_get_thread_num(), 1);
  if (strcmp(what, "skip") == 0) skip("asked to");
  return finish();
}
