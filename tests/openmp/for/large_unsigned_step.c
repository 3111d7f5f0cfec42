// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsigned loops whose step is a third of the type's range. Clang 19 gets 0 for their trip counts and asks for the iterations from 0 to the largest number: none
// runs then, as on libomp, where code of GCC has three. No iteration is outside of the loop.
#include <omp.h>

#include "check.h"

int main(void) {
  volatile unsigned int end32 = ~0U;
  volatile unsigned long end64 = ~0UL;
  int count = 0, outside = 0;
#pragma omp parallel for schedule(dynamic, 1000000) reduction(+ : count, outside)
  for (unsigned int i = 0; i < end32; i += ~0U / 3) {
    count++;
    outside += i % (~0U / 3) != 0;
  }
#pragma omp parallel for schedule(guided) reduction(+ : count, outside)
  for (unsigned long i = 0; i < end64; i += ~0UL / 3) {
    count++;
    outside += i % (~0UL / 3) != 0;
  }
#ifdef __clang__
  CHECK(count == 0 || count == 6);
#else
  CHECK_EQUAL(count, 6);
#endif
  CHECK_EQUAL(outside, 0);
  return finish();
}
