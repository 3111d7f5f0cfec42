// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After `ulimit -s unlimited`, a usual line of job scripts, the threads of a team have large stacks too. glibc's own have 2 MiB then.
// peers: libomp
// Why: libgomp's threads have what glibc gives them.
// run: OMP_NUM_THREADS=2
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"

enum { kUsed = 24 << 20 };

static __attribute__((noinline)) int touch(void) {
  volatile char used[kUsed];
  for (long at = kUsed - 1; at > 0; at -= 4096) used[at] = 1;
  return used[kUsed - 1];
}

int main(int count, char** words) {
  struct rlimit stack;
  getrlimit(RLIMIT_STACK, &stack);
  if (count == 1 && stack.rlim_cur != RLIM_INFINITY) {
    stack.rlim_cur = RLIM_INFINITY;
    if (stack.rlim_max != RLIM_INFINITY || setrlimit(RLIMIT_STACK, &stack) != 0) {
      skip("the limit of the stack cannot be lifted here");
    }
    // The limit is read when the runtime and the C library begin.
    execl("/proc/self/exe", words[0], "again", (char*)NULL);
    return 1;
  }
  int touched = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) touched = touch();
  CHECK_EQUAL(touched, 1);
  return finish();
}
