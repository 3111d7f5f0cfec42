// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions thrown and caught inside a region, and objects destroyed there, leave the team whole.
#include <omp.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"

namespace {

int alive = 0;

struct Counted {
  Counted() { hit(&alive); }
  Counted(const Counted&) { hit(&alive); }
  ~Counted() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
};

void throw_from_depth(int depth) {
  Counted guard;
  if (depth == 0) throw std::runtime_error("thread " + std::to_string(omp_get_thread_num()));
  throw_from_depth(depth - 1);
}

}  // namespace

int main() {
  Counted copied;
  for (int round = 0; round < 20; round++) {
    int caught = 0;
#pragma omp parallel num_threads(4) firstprivate(copied) reduction(+ : caught)
    {
      try {
        throw_from_depth(5);
      } catch (const std::runtime_error& error) {
        caught += error.what() == "thread " + std::to_string(omp_get_thread_num());
      }
#pragma omp barrier
      CHECK(__atomic_load_n(&alive, __ATOMIC_RELAXED) >= 1);
    }
    CHECK_EQUAL(caught, 4);
    CHECK_EQUAL(alive, 1);
  }
  return finish();
}
