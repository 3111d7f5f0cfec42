// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: gcc
// Why: LLVM has these routines in a library of its own, libomptarget.
// Data constructs with the host as the only device: there is one copy of everything, and it is the program's own.
#include <omp.h>
#include <stddef.h>

#include "check.h"

enum { kCount = 100 };

int main(void) {
  int values[kCount];
  int* block = (int*)omp_target_alloc(sizeof values, omp_get_initial_device());
  for (int i = 0; i < kCount; i++) values[i] = i;
#pragma omp target data map(tofrom : values) use_device_addr(values)
  {
#pragma omp target map(tofrom : values)
    for (int i = 0; i < kCount; i++) values[i] += 1;
#pragma omp target update from(values)
    CHECK_EQUAL(values[kCount - 1], kCount);
  }
#pragma omp target enter data map(to : values)
#pragma omp target map(tofrom : values[0 : kCount])
  values[0] = -1;
#pragma omp target exit data map(from : values)
  CHECK_EQUAL(values[0], -1);

  CHECK(block != NULL);
  CHECK_EQUAL(omp_target_memcpy(block, values, sizeof values, 0, 0, omp_get_initial_device(), omp_get_initial_device()),
              0);
  int sum = 0;
#pragma omp target is_device_ptr(block) map(tofrom : sum)
  for (int i = 0; i < kCount; i++) sum += block[i];
  CHECK_EQUAL(sum, kCount * (kCount + 1) / 2 - 2);
  omp_target_free(block, omp_get_initial_device());
  CHECK(omp_target_is_present(values, omp_get_initial_device()));
  return finish();
}
