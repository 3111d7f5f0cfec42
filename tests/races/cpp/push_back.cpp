// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector grows under the hands of several threads.
#include "pair.h"

#include <vector>
int main() {
  std::vector<long> all;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 200; ++i) {
#ifndef RACE
#pragma omp critical
#endif
    all.push_back(i);
    usleep(10);
  }
  return finish(static_cast<long>(all.size()));
}
