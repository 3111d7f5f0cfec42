// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// homes bound|moved: where the runtime's own memory lies that the threads of a bound team exchange: go lines, members, lines of barriers. moved: a region
// of the same size has had them on other places before. Prints "homes pages N own M": of N pages M lie on the node of the threads that they are for.
#include <dlfcn.h>
#include <muster.h>
#include <omp.h>
#include <string.h>

#include "pages.h"

static int region(int threads, int spread) {
  int members = 0;
  if (spread) {
#pragma omp parallel num_threads(threads) proc_bind(spread) reduction(+ : members)
    {
      members += 1;
#pragma omp barrier
    }
  } else {
#pragma omp parallel num_threads(threads) proc_bind(close) reduction(+ : members)
    {
      members += 1;
#pragma omp barrier
    }
  }
  return members;
}

int main(int count, char** words) {
  if (count != 2) return 2;
  muster_get_memory_function* get_memory = (muster_get_memory_function*)dlsym(RTLD_DEFAULT, "muster_get_memory");
  if (!get_memory) fail("muster_get_memory");
  const int moved = strcmp(words[1], "moved") == 0;
  // Half of the places: spread and close have these on different nodes.
  const int threads = moved ? omp_get_max_threads() / 2 : omp_get_max_threads();
  if (moved && region(threads, 1) != threads) return 1;
  if (region(threads, 0) != threads) return 1;
  struct muster_memory memory;
  if (get_memory(&memory, sizeof memory) != 0) return 1;
  printf("homes pages %u own %u\n", memory.home_pages, memory.home_pages_at_home);
  return 0;
}
