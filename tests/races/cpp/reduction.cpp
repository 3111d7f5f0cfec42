// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An object with an operation of its own is combined, or shared.
#include "pair.h"

#include <vector>
struct List {
  std::vector<long> items;
  List& operator+=(const List& other) {
    items.insert(items.end(), other.items.begin(), other.items.end());
    return *this;
  }
};
#pragma omp declare reduction(join:List : omp_out += omp_in)
int main() {
  List list;
#ifdef RACE
#pragma omp parallel for num_threads(4)
#else
#pragma omp parallel for num_threads(4) reduction(join : list)
#endif
  for (int i = 0; i < 40; ++i) {
    list.items.push_back(i);
    usleep(10);
  }
  return finish(static_cast<long>(list.items.size()));
}
