// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the runtime's file, and then what omp_capture_affinity says of each thread of some teams with the format of the first argument.
// With "nested" as the second argument, of teams inside of a team too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { kThreads = 4, kText = 512 };
static char captured[kThreads][kText];

static void show(const char* title, int count) {
  for (int i = 0; i < count; ++i) {
    printf("%s %d: %s\n", title, i, captured[i]);
  }
}

static void region(const char* format, int threads) {
#pragma omp parallel num_threads(threads)
  omp_capture_affinity(captured[omp_get_thread_num()], kText, format);
  show("region", threads);
}

static void nested(const char* format) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    omp_capture_affinity(captured[2 * outer + omp_get_thread_num()], kText, format);
  }
  show("nested", kThreads);
}

int main(int argc, char** argv) {
  const char* format = argc > 1 ? argv[1] : "";
  Dl_info where;
  if (dladdr((void*)omp_capture_affinity, &where) == 0) {
    return 2;
  }
  printf("%s\n", where.dli_fname);
  fflush(stdout);
  char text[kText];
  printf("length %zu\n", omp_capture_affinity(text, sizeof text, format));
  printf("outside: %s\n", text);
  region(format, 2);
  region(format, kThreads);
  if (argc > 2 && strcmp(argv[2], "nested") == 0) {
    nested(format);
  }
  printf("length %zu\n", omp_get_affinity_format(text, sizeof text));
  printf("format: %s\n", text);
  return fflush(stdout) == 0 ? 0 : 2;
}
