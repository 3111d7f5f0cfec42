// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copyprivate of a class copies by its assignment operator, once into each other thread.
#include <omp.h>

#include <string>

#include "check.h"

namespace {

int assignments = 0;

struct Traced {
  std::string text;
  Traced() = default;
  Traced(const Traced&) = default;
  Traced& operator=(const Traced& other) {
    hit(&assignments);
    text = other.text;
    return *this;
  }
};

}  // namespace

int main() {
  int wrong = 0, threads = 0;
  enum { kLaps = 100 };
#pragma omp parallel
  {
    hit(&threads);
    Traced traced;
    for (int lap = 0; lap < kLaps; lap++) {
#pragma omp single copyprivate(traced)
      traced.text = "a string that is too long for the small buffer, number " + std::to_string(lap);
      if (traced.text.substr(55) != std::to_string(lap)) hit(&wrong);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(assignments, (threads - 1) * kLaps);
  return finish();
}
