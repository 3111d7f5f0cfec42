// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task's children run at once where older tasks wait for who has nothing to do, and nobody is there. When somebody is, they are put off, and run
// by that thread.
// run: OMP_NUM_THREADS=2
// peers: none (OpenMP promises nothing of the kind)
#include <omp.h>
#include <unistd.h>

#include "check.h"

static int flag_of(int* flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }
static void raise_flag(int* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
static void await_flag(int* flag) {
  while (!flag_of(flag)) work(100);
}

enum { kOlder = 4 };

int main(void) {
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2) skip("one CPU: with two threads there is nobody to put tasks off for");
  int busy = 0, release = 0, ran_at_once = 0, by_the_other = 0;
#pragma omp parallel
#pragma omp single
  {
    const int maker = omp_get_thread_num();
#pragma omp task shared(busy, release)
    {
      raise_flag(&busy);
      await_flag(&release);
    }
    // The other thread has it.
    await_flag(&busy);
    for (int i = 0; i < kOlder; i++) {
#pragma omp task
      work(10);
    }
    // The newest, so this thread runs it before the older ones.
#pragma omp task shared(release, ran_at_once, by_the_other)
    {
      int ran = 0;
#pragma omp task shared(ran)
      raise_flag(&ran);
      ran_at_once = flag_of(&ran);
      raise_flag(&release);
      // The other runs the older ones, has nothing to do, and gets what is made now.
      int helped = 0;
      while (!flag_of(&helped)) {
#pragma omp task shared(helped) firstprivate(maker)
        if (omp_get_thread_num() != maker) raise_flag(&helped);
        work(1000);
      }
#pragma omp taskwait
      by_the_other = helped;
    }
#pragma omp taskwait
  }
  CHECK_EQUAL(ran_at_once, 1);
  CHECK_EQUAL(by_the_other, 1);
  return finish();
}
