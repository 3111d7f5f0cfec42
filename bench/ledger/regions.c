// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// regions TURNS BATCHES REGIONS: times batches of parallel regions in which each thread works for TURNS turns of an empty loop, and prints the
// nanoseconds of a region, a batch each, as a JSON object. What listens to the runtime is the caller's to choose.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "loaded.h"

enum { kMostBatches = 4096, kMostRegions = 1000000 };

// Each thread's own, so that nothing but the region is asked of the runtime.
static _Thread_local volatile long runs;

static void work(long turns) {
  runs += 1;
  for (long turn = 0; turn < turns; ++turn) {
    __asm__ volatile("" ::: "memory");
  }
}

static double batch_ns(long turns, long regions) {
  const double begin_us = now_us();
  for (long i = 0; i < regions; ++i) {
#pragma omp parallel
    work(turns);
  }
  return (now_us() - begin_us) * 1e3 / (double)regions;
}

static long number(const char* text, long least, long most) {
  char* end = NULL;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > most) {
    fprintf(stderr, "regions: a number from %ld to %ld is wanted, not '%s'\n", least, most, text);
    exit(2);
  }
  return value;
}

int main(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s TURNS BATCHES REGIONS\n", argv[0]);
    return 2;
  }
  static double each_ns[kMostBatches];
  const long turns = number(argv[1], 0, 1000000000);
  const long batches = number(argv[2], 1, kMostBatches);
  const long regions = number(argv[3], 1, kMostRegions);
  for (long i = 0; i < batches; ++i) {
    each_ns[i] = batch_ns(turns, regions);
  }
  long wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  wrong += runs != batches * regions;
  if (wrong != 0) {
    fprintf(stderr, "regions: %ld threads were not in all %ld regions\n", wrong, batches * regions);
    return 1;
  }
  printf("{\"threads\":%d,\"library\":\"%s\",\"ns\":[", omp_get_max_threads(), runtime_library());
  for (long i = 0; i < batches; ++i) {
    printf("%s%.2f", i == 0 ? "" : ",", each_ns[i]);
  }
  printf("]}\n");
  return 0;
}
