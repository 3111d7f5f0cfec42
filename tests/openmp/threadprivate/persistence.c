// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threadprivate variables keep their values from region to region (same team size, no nesting), and each thread has its own.
#include <omp.h>

#include "check.h"

static int counter = 100;
static double table[50];
static struct {
  long number;
  char text[30];
} record = {7, "start"};
static int* address;
#pragma omp threadprivate(counter, table, record, address)

int main(void) {
  counter = 500;  // the initial thread's own copy
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    CHECK_EQUAL(counter, me == 0 ? 500 : 100);
    CHECK_EQUAL(record.number, 7);
    CHECK_EQUAL(record.text[0], 's');
    counter = me;
    table[49] = me * 2.0;
    record.number = me * 10;
    address = &counter;
  }
  int addresses_differ = 1;
  int* seen[64] = {0};
  for (int round = 0; round < 100; round++) {
#pragma omp parallel
    {
      int me = omp_get_thread_num();
      if (counter != me + round || table[49] != me * 2.0 || record.number != me * 10 || address != &counter)
        CHECK_EQUAL(counter, me + round);
      seen[me] = &counter;
      counter++;
    }
  }
  for (int i = 0; i < requested_threads(); i++)
    for (int j = 0; j < i; j++) addresses_differ &= seen[i] != seen[j];
  CHECK_EQUAL(addresses_differ, 1);
  CHECK_EQUAL(counter, 100);
  CHECK(seen[0] == &counter);
  return finish();
}
