// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork() while helpers run target tasks and more wait: the child has no helpers and waits for none of these tasks, which the parent's run
// once; its own first target task starts helpers anew. So does a child of a target task.
// peers: none
// compilers: clang
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2 LIBOMP_NUM_HIDDEN_HELPER_THREADS=1
// qemu-user 7.2 itself fails when a process with threads forks. In the child, LeakSanitizer finds what libc keeps for threads that the
// child does not have; ThreadSanitizer cannot start threads there.
// not-under: emulation address thread
#include <omp.h>

#include "process.h"

static void use_target_tasks(void) {
  int ran = 0, token = 0;
  (void)token;
  for (int i = 0; i < 10; i++) {
#pragma omp target nowait map(tofrom : ran) depend(inout : token)
    ran++;
  }
#pragma omp taskwait
  CHECK_EQUAL(ran, 10);
  int threads = 0;
#pragma omp parallel num_threads(2)
  hit(&threads);
  CHECK_EQUAL(threads, 2);
}

static void child(void) {
#pragma omp taskwait
  use_target_tasks();
}

int main(void) {
  for (int round = 0; round < 10; round++) {
    int ran = 0, gate = 0, token = 0;
    (void)token;
    for (int i = 0; i < 4; i++) {
#pragma omp target nowait map(tofrom : ran, gate) depend(inout : token)
      {
        while (!__atomic_load_n(&gate, __ATOMIC_ACQUIRE)) sleep_milliseconds(1);
        hit(&ran);
      }
#pragma omp target nowait map(tofrom : ran, gate)
      {
        while (!__atomic_load_n(&gate, __ATOMIC_ACQUIRE)) sleep_milliseconds(1);
        hit(&ran);
      }
    }
    if (round % 2) sleep_milliseconds(2);
    CHECK_EQUAL(exit_code(status_of_child(child)), 0);
    __atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
    // While they end.
    CHECK_EQUAL(exit_code(status_of_child(child)), 0);
#pragma omp taskwait
    CHECK_EQUAL(ran, 8);
    use_target_tasks();
  }
  int code = -1;
#pragma omp target nowait map(from : code)
  {
    pid_t made = fork();
    if (made == 0) _exit(7);
    code = exit_code(wait_for_child(made, 20));
  }
#pragma omp taskwait
  CHECK_EQUAL(code, 7);
  return finish();
}
