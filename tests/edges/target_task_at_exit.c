// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program or a thread that ends has waited for its target tasks: their barrier is the one at the end of the initial task.
// libgomp is left out: what has not run is lost.
// peers: libomp
// qemu-user 7.2 itself fails when a process with threads forks.
// not-under: emulation
#include <omp.h>

#include "process.h"

static int ends[2];

static void leave_a_task_behind(void) {
  int out = ends[1], token = 0;
  (void)token;
#pragma omp target nowait firstprivate(out) depend(out : token)
  {
    sleep_milliseconds(20);
    if (write(out, "a", 1) != 1) abort();
  }
#pragma omp target nowait firstprivate(out) depend(in : token)
  {
    if (write(out, "b", 1) != 1) abort();
  }
}

static void end_with_return(void) { leave_a_task_behind(); }

static void* thread_with_a_task(void* unused) {
  leave_a_task_behind();
  return unused;
}

int main(void) {
  for (int round = 0; round < 5; round++) {
    CHECK_EQUAL(pipe(ends), 0);
    CHECK_EQUAL(exit_code(status_of_child(end_with_return)), 0);
    close(ends[1]);
    char text[3] = "";
    CHECK_EQUAL(read(ends[0], text, 1) + read(ends[0], text + 1, 1), 2);
    CHECK(text[0] == 'a' && text[1] == 'b');
    close(ends[0]);
  }
  CHECK_EQUAL(pipe(ends), 0);
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, thread_with_a_task, NULL), 0);
  pthread_join(thread, NULL);
  close(ends[1]);
  char text[3] = "";
  CHECK_EQUAL(read(ends[0], text, 1) + read(ends[0], text + 1, 1), 2);
  CHECK(text[0] == 'a' && text[1] == 'b');
  return finish();
}
