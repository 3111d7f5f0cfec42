// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: lock set.* is not initialized, or not any more
// A copy of a lock is no lock (OpenMP 5.2, 18.9).
#include <vector>

#include "misuse.h"

struct Counter {
  omp_lock_t lock;
  long value = 0;
};

int main() {
  std::vector<Counter> counters(1);
  omp_init_lock(&counters[0].lock);
#ifdef MISUSE
  counters.resize(100);
#endif
  omp_set_lock(&counters[0].lock);  // told
  ++counters[0].value;
  omp_unset_lock(&counters[0].lock);
  return 0;
}
