// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: gcc
// Why: Clang, not told of devices, calls no runtime for a target region, and its memory routines are another library's.
// peers: none
// Why: libgomp 12 does not have omp_invalid_device.
// stderr-has: omp_invalid_device
// omp_invalid_device ends the program (OpenMP 5.2, 13.2); a device that is not there is replaced by the host, and refused by memory routines.
#include <errno.h>
#include <omp.h>
#include <signal.h>

#include "process.h"

// As in the omp.h of GCC 13 and later.
enum { kInitialDevice = -1, kInvalidDevice = -4 };

static int device = kInvalidDevice;
static char bytes[4] = "abc", other[4];

static void region(void) {
  int ran = 0;
#pragma omp target device(device) map(tofrom : ran)
  ran = 1;
  CHECK_EQUAL(ran, 1);
}
static void update(void) {
#pragma omp target update device(device) to(bytes)
}
static void default_device(void) {
  omp_set_default_device(device);
  int ran = 0;
#pragma omp target map(tofrom : ran)
  ran = 1;
  CHECK_EQUAL(ran, 1);
}
static void allocate(void) { CHECK(omp_target_alloc(8, device) == NULL); }
static void copy(void) {
  CHECK_EQUAL(omp_target_memcpy(other, bytes, 4, 0, 0, device, omp_get_initial_device()), EINVAL);
}
static void ask(void) { CHECK_EQUAL(omp_target_is_present(bytes, device), 0); }
static void associate(void) { CHECK_EQUAL(omp_target_associate_ptr(bytes, other, 4, 0, device), EINVAL); }
static void free_nothing(void) {
  omp_target_free(NULL, device);
  CHECK(1);
}

static void (*const uses[])(void) = {region, update, default_device, allocate, copy, ask, associate};
enum { kUses = sizeof uses / sizeof uses[0] };

int main(void) {
  for (int use = 0; use < kUses; use++) CHECK_EQUAL(end_signal(status_of_child(uses[use])), SIGABRT);
  CHECK_EQUAL(exit_code(status_of_child(free_nothing)), 0);
  device = 5;
  for (int use = 0; use < kUses; use++) CHECK_EQUAL(exit_code(status_of_child(uses[use])), 0);
  omp_set_default_device(kInitialDevice);
  CHECK_EQUAL(omp_get_default_device(), kInitialDevice);
  void* block = omp_target_alloc(8, kInitialDevice);
  CHECK(block != NULL);
  CHECK_EQUAL(omp_target_is_present(block, kInitialDevice), 1);
  omp_target_free(block, kInitialDevice);
  return finish();
}
