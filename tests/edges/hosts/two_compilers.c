// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One process loads a GCC-built and a Clang-built OpenMP library: they share one pool of threads, one idea of levels and
// thread numbers, and one runtime. The arguments are the two plugins.
#include "plugin.h"

enum { kSize = 4 };

static struct plugin plugins[2];
static int mismatches, calls;
static long counts[2];

// Called in each thread of a region of one library: the other one sees the same place in the same team.
static void compare_positions(void* unused) {
  (void)unused;
  int first = plugins[0].position(), second = plugins[1].position();
  if (first != second || first / 100 != 100 + kSize) hit(&mismatches);
  hit(&calls);
  plugins[0].count(&counts[0]);
  plugins[1].count(&counts[1]);
}

// A region of one library inside a region of the other: beyond the one active level, so it has one thread.
static void run_other(void* other) {
  if (((struct plugin*)other)->run(kSize) != 1) hit(&mismatches);
}

int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  int before = threads_at_start();
  for (int p = 0; p < 2; p++) plugins[p] = load_plugin(argv[1 + p], RTLD_NOW | RTLD_LOCAL);
  for (int round = 0; round < 50; round++)
    for (int p = 0; p < 2; p++) CHECK_EQUAL(plugins[p].run(kSize), kSize);
  CHECK_EQUAL(threads_of_process() - before, kSize - 1);

  for (int p = 0; p < 2; p++) plugins[p].in_region(kSize, compare_positions, NULL);
  CHECK_EQUAL(calls, 2 * kSize);
  CHECK_EQUAL(counts[0], 2 * kSize);
  CHECK_EQUAL(counts[1], 2 * kSize);
  for (int p = 0; p < 2; p++) plugins[p].in_region(kSize, run_other, &plugins[1 - p]);
  CHECK_EQUAL(mismatches, 0);
  CHECK_EQUAL(threads_of_process() - before, kSize - 1);
  return finish();
}
