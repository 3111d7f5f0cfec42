// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without throttling a thread defers as many tasks as it makes: none of them runs on the maker's thread before it waits, while the
// other thread is busy.
// run: OMP_NUM_THREADS=2 KMP_ENABLE_TASK_THROTTLING=0
// peers: libomp
#include <omp.h>

#include "check.h"

enum { kTasks = 5000 };

int main(void) {
  int block = 1, made = 0, ran = 0, made_at_first = -1;
#pragma omp parallel num_threads(2)
#pragma omp master
  {
    for (int i = 0; i < kTasks; i++) {
      made++;
#pragma omp task shared(block, made, ran, made_at_first)
      {
        if (omp_get_thread_num() == 0) {
          if (made_at_first < 0) made_at_first = made;
          __atomic_store_n(&block, 0, __ATOMIC_RELEASE);
        }
        while (__atomic_load_n(&block, __ATOMIC_ACQUIRE) != 0) work(100);
        hit(&ran);
      }
    }
    __atomic_store_n(&block, 0, __ATOMIC_RELEASE);
  }
  CHECK_EQUAL(ran, kTasks);
  CHECK(made_at_first == -1 || made_at_first == kTasks);
  return finish();
}
