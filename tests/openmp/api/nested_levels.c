// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set_nested where a number of active levels was set before: true allows all of them on libgomp, and on libomp as many as were set, if these are not one.
// flags: -Wno-deprecated-declarations
// For the emulated machine there is no libomp to link with, so code of Clang asks for libgomp's version of the name.
// not-under: emulation:clang
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2 OMP_MAX_ACTIVE_LEVELS=3
#include <omp.h>

#include "check.h"

static int levels_after(int nested, int levels) {
  omp_set_max_active_levels(levels);
  omp_set_nested(nested);
  return omp_get_max_active_levels();
}

int main(void) {
  const int all = omp_get_supported_active_levels();
#if defined(__clang__)
  const int of_three = 3, of_none = 0, none_of_none = 1;
#else
  const int of_three = all, of_none = all, none_of_none = 0;
#endif
  if (omp_get_max_active_levels() == 3) {
    omp_set_nested(1);
    CHECK_EQUAL(omp_get_max_active_levels(), of_three);
  }
  CHECK_EQUAL(levels_after(1, 3), of_three);
  CHECK_EQUAL(levels_after(1, 1), all);
  CHECK_EQUAL(levels_after(1, 0), of_none);
  CHECK_EQUAL(levels_after(0, 3), 1);
  CHECK_EQUAL(levels_after(0, 1), 1);
  CHECK_EQUAL(levels_after(0, 0), none_of_none);
  return finish();
}
