// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions before main (constructors of static objects) and after it (their destructors, and atexit handlers).
#include <omp.h>

#include <cstdlib>

#include "check.h"

namespace {

void run_region() {
  int threads = 0;
#pragma omp parallel num_threads(3)
  {
    hit(&threads);
#pragma omp barrier
  }
  CHECK_EQUAL(threads, 3);
}

// The first to be made is the last to go: its destructor has the last word on the exit status.
struct First {
  First() { run_region(); }
  ~First() {
    run_region();
    if (finish() != 0) _Exit(1);
  }
} first;

struct Second {
  Second() { run_region(); }
  ~Second() { run_region(); }
} second;

}  // namespace

int main() {
  std::atexit(run_region);
  run_region();
  return finish();
}
