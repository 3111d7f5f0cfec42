// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// few_calls once: one empty region of one thread. few_calls many: regions of two threads, the first of which comes before the program asks for
// its parent, and the others between two more such questions, so that they are found among the system calls. few_calls cancelled: the same
// with regions that are cancelled.
#include <string.h>
#include <unistd.h>

static void regions(int count) {
  for (int i = 0; i < count; ++i) {
#pragma omp parallel num_threads(2)
    __asm__ volatile("" ::: "memory");
  }
}

static void cancelled_regions(int count) {
  for (int i = 0; i < count; ++i) {
#pragma omp parallel num_threads(2)
    {
#pragma omp cancel parallel
    }
  }
}

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "many") == 0) {
    regions(10);
    getppid();
    regions(1000);
    getppid();
    return 0;
  }
  if (argc == 2 && strcmp(argv[1], "cancelled") == 0) {
    cancelled_regions(10);
    getppid();
    cancelled_regions(1000);
    getppid();
    return 0;
  }
#pragma omp parallel num_threads(1)
  __asm__ volatile("" ::: "memory");
  return 0;
}
