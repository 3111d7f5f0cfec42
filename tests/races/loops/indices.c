// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array of indices has one of them twice.
#include "pair.h"

int main(void) {
  static long a[200];
  static int at[200];
  for (int i = 0; i < 200; ++i) at[i] = 199 - i;
#ifdef RACE
  at[150] = at[20];
#endif
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 200; ++i) a[at[i]] += i;
  return finish(a[3]);
}
