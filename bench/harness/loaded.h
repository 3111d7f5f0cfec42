// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a benchmark program was built by and which runtime the loader gave it: proof of what was measured.
#pragma once

#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>

#ifdef __clang__
#define MUSTER_BENCH_BUILD "clang"
#define MUSTER_BENCH_ENTRY "__kmpc_fork_call"
#else
#define MUSTER_BENCH_BUILD "gcc"
#define MUSTER_BENCH_ENTRY "GOMP_parallel"
#endif

// The file that the entry point of this build came from.
static inline const char* runtime_library(void) {
  Dl_info info;
  void* entry = dlsym(RTLD_DEFAULT, MUSTER_BENCH_ENTRY);
  if (entry == NULL || dladdr(entry, &info) == 0 || info.dli_fname == NULL) {
    return "unknown";
  }
  return info.dli_fname;
}

// Forks the default team once: its size, and how many of its threads are held to one CPU.
static inline int meet_team(int* bound) {
  int size = 0;
  int held = 0;
#pragma omp parallel reduction(+ : size, held)
  {
    cpu_set_t mask;
    size += 1;
    held += sched_getaffinity(0, sizeof mask, &mask) == 0 && CPU_COUNT(&mask) == 1;
  }
  *bound = held;
  return size;
}

static inline int usable_cpus(void) {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) {
    return 1;
  }
  return CPU_COUNT(&mask);
}
