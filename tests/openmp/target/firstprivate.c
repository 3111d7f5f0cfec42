// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A target region works on the program's variables, but on a copy of what is firstprivate, whatever its size and alignment.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

struct Wide {
  char bytes[192];
} __attribute__((aligned(64)));

static void sizes(int n) {
  int scalar = 7, mapped = 1, large[500];
  double number = 2.5;
  struct Wide wide;
  char odd[3] = {1, 2, 3};
  int length[n];
  memset(&wide, 5, sizeof wide);
  for (int i = 0; i < 500; i++) large[i] = i;
  for (int i = 0; i < n; i++) length[i] = 3 * i;
  int wrong = 0;
#pragma omp target firstprivate(scalar, number, wide, large, odd, length) map(tofrom : mapped, wrong)
  {
    if (scalar != 7 || number != 2.5 || odd[2] != 3 || length[n - 1] != 3 * (n - 1)) wrong++;
    if ((uintptr_t)&wide % 64 != 0 || (uintptr_t)&number % sizeof(double) != 0) wrong++;
    for (int i = 0; i < 192; i++) wrong += wide.bytes[i] != 5;
    for (int i = 0; i < 500; i++) wrong += large[i] != i;
    scalar = 0;
    number = 0;
    odd[0] = 9;
    memset(&wide, 0, sizeof wide);
    memset(large, 0, sizeof large);
    for (int i = 0; i < n; i++) length[i] = -1;
    mapped = 42;
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(mapped, 42);
  CHECK(scalar == 7 && number == 2.5 && odd[0] == 1 && wide.bytes[191] == 5 && large[499] == 499);
  CHECK_EQUAL(length[n - 1], 3 * (n - 1));
}

int main(void) {
  sizes(1);
  sizes(1000);
  return finish();
}
