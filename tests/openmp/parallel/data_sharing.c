// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// private, firstprivate and shared data of several kinds on a region.
#include <omp.h>
#include <string.h>

#include "check.h"

struct large {
  char bytes[4000];
  int tag;
};

enum { kSize = 4 };

int main(void) {
  struct large first;
  memset(&first, 7, sizeof first);
  first.tag = 42;
  int array[100];
  for (int i = 0; i < 100; i++) array[i] = i;
  int secret = 99, total = 0, variable = 5;
  double numbers[kSize] = {0};
  int length = 10 + kSize;
  int variable_length[length];
  for (int i = 0; i < length; i++) variable_length[i] = i;

#pragma omp parallel default(none) num_threads(kSize) private(secret) \
    firstprivate(first, array, variable, variable_length, length) shared(total, numbers)
  {
    int me = omp_get_thread_num();
    secret = me;
    CHECK_EQUAL(first.tag, 42);
    CHECK_EQUAL(first.bytes[3999], 7);
    first.tag = me;
    for (int i = 0; i < 100; i++) {
      if (array[i] != i) CHECK_EQUAL(array[i], i);
      array[i] = -me;
    }
    for (int i = 0; i < length; i++) {
      if (variable_length[i] != i) CHECK_EQUAL(variable_length[i], i);
      variable_length[i] = me;
    }
    variable += me;
    numbers[me] = variable;
#pragma omp barrier
    CHECK_EQUAL(secret, me);
    CHECK_EQUAL(first.tag, me);
    CHECK_EQUAL(array[50], -me);
    CHECK_EQUAL(variable_length[length - 1], me);
#pragma omp atomic
    total += secret;
  }
  CHECK_EQUAL(total, 6);
  CHECK_EQUAL(first.tag, 42);
  CHECK_EQUAL(secret, 99);
  CHECK_EQUAL(variable, 5);
  CHECK_EQUAL(array[50], 50);
  CHECK_EQUAL(variable_length[3], 3);
  for (int i = 0; i < kSize; i++) CHECK_NEAR(numbers[i], 5 + i, 0);
  return finish();
}
