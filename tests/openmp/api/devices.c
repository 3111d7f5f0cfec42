// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without devices the device queries name the host, everywhere.
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_num_devices(), 0);
  CHECK_EQUAL(omp_get_initial_device(), 0);
  CHECK_EQUAL(omp_is_initial_device(), 1);
  CHECK_EQUAL(omp_get_device_num(), 0);
  int device = omp_get_default_device();
  CHECK_EQUAL(device, 0);
#pragma omp parallel
  {
    CHECK_EQUAL(omp_is_initial_device(), 1);
    CHECK_EQUAL(omp_get_num_devices(), 0);
  }
  return finish();
}
