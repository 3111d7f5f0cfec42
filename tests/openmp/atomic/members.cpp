// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic on members, elements, references and template arguments; neighbours in memory stay untouched.
#include <omp.h>

#include <array>
#include <vector>

#include "check.h"

namespace {

struct Packed {
  char before;
  char counter;
  char after;
  short words[3];
};

template <typename Number>
void add(Number& to, Number amount) {
#pragma omp atomic
  to += amount;
}

}  // namespace

int main() {
  Packed packed{1, 0, 2, {3, 0, 4}};
  std::vector<int> counts(5);
  std::array<float, 3> floats{};
  long long wide = 0;
  int threads = 0;
#pragma omp parallel
  {
    hit(&threads);
    for (int lap = 0; lap < 20; lap++) {
#pragma omp atomic
      packed.counter++;
#pragma omp atomic
      packed.words[1] += 5;
      add(counts[lap % 5], 1);
      add(floats[lap % 3], 0.5f);
      add(wide, 1LL << 33);
    }
  }
  CHECK_EQUAL(packed.before, 1);
  CHECK_EQUAL(packed.counter, static_cast<char>(20 * threads));
  CHECK_EQUAL(packed.after, 2);
  CHECK_EQUAL(packed.words[0], 3);
  CHECK_EQUAL(packed.words[1], 100 * threads);
  CHECK_EQUAL(packed.words[2], 4);
  for (int count : counts) CHECK_EQUAL(count, 4 * threads);
  CHECK_NEAR(floats[0] + floats[1] + floats[2], 10.0 * threads, 0);
  CHECK_EQUAL(wide, 20LL * threads << 33);
  return finish();
}
