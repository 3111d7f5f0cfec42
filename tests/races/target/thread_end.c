// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that ends has waited for the target task that it left, so what joins the thread comes after it.
// compilers: clang (GCC's code makes a task of it that runs at once)
#include <pthread.h>

#include "pair.h"

static void* leave_target_task(void* at) {
  long* a = at;
#pragma omp target nowait firstprivate(a)
  {
    linger();
    *a += 1;
  }
  return NULL;
}

int main(void) {
  long a = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, leave_target_task, &a);
#ifdef RACE
  a += 1;
#endif
  pthread_join(thread, NULL);
#ifndef RACE
  a += 1;
#endif
  return finish(a);
}
