// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects are copied into tasks, or referred to.
#include "pair.h"

#include <string>
int main() {
  long lengths[16];
  std::string text = "a text that is too long to lie in the object itself";
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 16; ++i) {
#ifdef RACE
#pragma omp task shared(lengths, text) firstprivate(i)
#else
#pragma omp task shared(lengths) firstprivate(i, text)
#endif
      {
        usleep(200);
        text += 'x';
        lengths[i] = static_cast<long>(text.size());
      }
    }
#pragma omp taskwait
  }
  return finish(lengths[3]);
}
