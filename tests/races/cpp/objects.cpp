// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The private copies of an object count in a static member.
#include "pair.h"

struct Counted {
  static long made;
  long value = 0;
  Counted() = default;
  Counted(const Counted& other) : value(other.value) {
#ifndef RACE
#pragma omp atomic
#endif
    ++made;
  }
};
long Counted::made = 0;
int main() {
  Counted object;
  long sum = 0;
#pragma omp parallel num_threads(4) firstprivate(object) reduction(+ : sum)
  {
    object.value += omp_get_thread_num();
    sum += object.value;
  }
  return finish(sum + Counted::made);
}
