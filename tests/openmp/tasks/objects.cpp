// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects captured by tasks are copied when the task is made and destroyed once it has run.
#include <omp.h>

#include <numeric>
#include <string>
#include <vector>

#include "check.h"

namespace {

int alive = 0;

struct Counted {
  std::vector<int> numbers;
  explicit Counted(int size) : numbers(size) { hit(&alive); }
  Counted(const Counted& other) : numbers(other.numbers) { hit(&alive); }
  ~Counted() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
};

}  // namespace

int main() {
  int wrong = 0, ran = 0;
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < 100; i++) {
      Counted counted(i + 1);
      std::iota(counted.numbers.begin(), counted.numbers.end(), i);
      std::string text = "task number " + std::to_string(i) + ", in a string of some length";
#pragma omp task firstprivate(counted, text) shared(wrong, ran)
      {
        if (counted.numbers.back() != 2 * i || text.substr(12, 3).find(std::to_string(i)) != 0) hit(&wrong);
        hit(&ran);
      }
      counted.numbers.assign(1, -1);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(ran, 100);
  CHECK_EQUAL(alive, 0);
  return finish();
}
