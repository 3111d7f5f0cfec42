// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A million tiny tasks from one producer, then from all threads: each runs, and memory stays flat. TINY_TASKS is another number: 100000000 take
// some seconds. Prints the peak of the memory.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

static long peak_kib(void) {
  FILE* file = fopen("/proc/self/status", "r");
  char line[200];
  long kib = -1;
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "VmHWM:", 6) == 0) kib = atol(line + 6);
  if (file) fclose(file);
  return kib;
}

int main(void) {
  const char* text = getenv("TINY_TASKS");
  long count = text ? atol(text) : 1000000;
  static long ran[64][16];
  long before = peak_kib();
#pragma omp parallel
  {
#pragma omp single
    for (long i = 0; i < count; i++) {
#pragma omp task
      ran[omp_get_thread_num() % 64][0]++;
    }
#pragma omp for
    for (long i = 0; i < count; i++) {
#pragma omp task
      ran[omp_get_thread_num() % 64][0]++;
    }
  }
  long sum = 0;
  for (int thread = 0; thread < 64; thread++) sum += ran[thread][0];
  CHECK_EQUAL(sum, 2 * count);
  // The bound says what a leak of a byte a task would not keep; sanitizers and emulators have memory of their own.
  long peak = peak_kib(), grown = peak - before;
  printf("%ld tasks from one thread, %ld from all: %ld KiB at most\n", count, count, peak);
  CHECK(before < 0 || emulated() || grown < 64 * 1024);
  return finish();
}
