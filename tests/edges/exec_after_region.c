// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exec from the primary thread after a region, from a worker inside one, and a shell command between regions.
#include <omp.h>

#include "process.h"

static void become_shell(void) {
  execl("/bin/sh", "sh", "-c", "exit 6", (char*)NULL);
  _exit(99);
}

static void exec_after(void) {
#pragma omp parallel
  work(100);
  become_shell();
}

static void exec_in_worker(void) {
#pragma omp parallel
  {
    if (omp_get_thread_num() == 1) become_shell();
#pragma omp barrier
  }
}

int main(void) {
  unsetenv("LD_PRELOAD");  // a sanitizer's runtime is not meant for the shell
  CHECK_EQUAL(exit_code(status_of_child(exec_after)), 6);
  CHECK_EQUAL(exit_code(status_of_child(exec_in_worker)), 6);
  for (int round = 0; round < 3; round++) {
    int threads = 0;
#pragma omp parallel
    hit(&threads);
    CHECK_EQUAL(threads, requested_threads());
    CHECK_EQUAL(exit_code(system("exit 4")), 4);
  }
  return finish();
}
