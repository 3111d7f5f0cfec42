// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: gcc
// Why: Clang, not told of devices, calls no runtime for a target region.
// peers: none
// Why: libgomp 12 says it in its own words and does not count the host that a program asks for.
// run: OMP_NUM_THREADS=2 OMP_TARGET_OFFLOAD=mandatory
// stderr-has: OMP_TARGET_OFFLOAD=mandatory, and there is no device but the host
// The host is no device to offload to, unless the program asks for the host. The same goes for memory routines.
#include <omp.h>
#include <signal.h>

#include "process.h"

static void offload(void) {
  int value = 0;
#pragma omp target map(tofrom : value)
  value = 1;
}

static void allocate(void) { omp_target_alloc(8, 5); }

// omp_initial_device, in the omp.h of GCC 13 and later.
enum { kInitialDevice = -1 };

int main(void) {
  CHECK_EQUAL(end_signal(status_of_child(offload)), SIGABRT);
  CHECK_EQUAL(end_signal(status_of_child(allocate)), SIGABRT);
  int ran = 0, never = 0;
#pragma omp target if (never) map(tofrom : ran)
  ran++;
#pragma omp target device(omp_get_initial_device()) map(tofrom : ran)
  ran++;
  omp_set_default_device(omp_get_initial_device());
#pragma omp target map(tofrom : ran)
  ran++;
  omp_set_default_device(kInitialDevice);
#pragma omp target map(tofrom : ran)
  ran++;
  CHECK_EQUAL(ran, 4);
  void* block = omp_target_alloc(8, kInitialDevice);
  CHECK(block != NULL);
  omp_target_free(block, omp_get_initial_device());
  return finish();
}
