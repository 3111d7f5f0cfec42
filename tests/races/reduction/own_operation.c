// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An operation declared by the program also counts in a shared variable.
#include "pair.h"

struct range {
  long low, high;
};
static void join(struct range* into, const struct range* from) {
  if (from->low < into->low) into->low = from->low;
  if (from->high > into->high) into->high = from->high;
}
#pragma omp declare reduction(join : struct range : join(&omp_out, &omp_in)) initializer(omp_priv = {1000, -1000})
int main(void) {
  struct range all = {1000, -1000};
  long changes = 0;
#pragma omp parallel for num_threads(4) reduction(join : all)
  for (long i = 0; i < 200; ++i) {
    const long x = (i * 37) % 100;
    if (x < all.low) all.low = x;
    if (x > all.high) {
      all.high = x;
#ifndef RACE
#pragma omp atomic
#endif
      ++changes;
    }
  }
  return finish(all.high - all.low + (changes > 0));
}
