// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// declare reduction with an initializer, without one, and for a struct too large for registers.
#include <omp.h>

#include "check.h"

struct extent {
  long low, high;
};

struct moments {
  long count, sum, squares;
  char padding[200];
};

static void add_moments(struct moments* into, const struct moments* from) {
  into->count += from->count;
  into->sum += from->sum;
  into->squares += from->squares;
}

#pragma omp declare reduction(                                                                     \
        widen : struct extent : omp_out.low = omp_out.low < omp_in.low ? omp_out.low : omp_in.low, \
            omp_out.high = omp_out.high > omp_in.high ? omp_out.high : omp_in.high)                \
    initializer(omp_priv = {1L << 40, -(1L << 40)})
#pragma omp declare reduction(merge : struct moments : add_moments(&omp_out, &omp_in))
#pragma omp declare reduction(multiply:long : omp_out = omp_out * omp_in % 1000003) initializer(omp_priv = 1)

enum { kCount = 500 };

int main(void) {
  for (int round = 0; round < 20; round++) {
    struct extent extent = {1L << 40, -(1L << 40)};
    struct moments moments = {0};
    long product = 1, expected = 1;
#pragma omp parallel for reduction(widen : extent) reduction(merge : moments) reduction(multiply : product) \
    schedule(dynamic, 7)
    for (int i = 0; i < kCount; i++) {
      long value = (i * 7919L + 13) % 10007 - 3000;
      if (value < extent.low) extent.low = value;
      if (value > extent.high) extent.high = value;
      moments.count++;
      moments.sum += i;
      moments.squares += (long)i * i;
      product = product * (i + 1) % 1000003;
    }
    long low = 1L << 40, high = -(1L << 40);
    for (int i = 0; i < kCount; i++) {
      long value = (i * 7919L + 13) % 10007 - 3000;
      if (value < low) low = value;
      if (value > high) high = value;
      expected = expected * (i + 1) % 1000003;
    }
    CHECK_EQUAL(extent.low, low);
    CHECK_EQUAL(extent.high, high);
    CHECK_EQUAL(moments.count, kCount);
    CHECK_EQUAL(moments.sum, (long)kCount * (kCount - 1) / 2);
    CHECK_EQUAL(moments.squares, (long)(kCount - 1) * kCount * (2 * kCount - 1) / 6);
    CHECK_EQUAL(product, expected);
  }
  return finish();
}
