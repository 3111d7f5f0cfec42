// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Root threads come and go, each with a random number of regions of random sizes; the process does not fill with threads.
// run: STRESS_SEED=31
// run: STRESS_SEED=32
#include <omp.h>
#include <pthread.h>

#include "process.h"
#include "random.h"

enum { kRoots = 4, kMost = 5 };

static void* root(void* argument) {
  struct random random = random_stream((unsigned long long)(long)argument);
  int regions = random_between(&random, 0, 6);
  for (int region = 0; region < regions; region++) {
    int size = random_between(&random, 1, kMost), threads = 0, numbers = 0;
    random_delay(&random);
#pragma omp parallel num_threads(size) reduction(+ : numbers)
    {
      hit(&threads);
      numbers += omp_get_thread_num();
      if (region % 2) {
#pragma omp barrier
      }
    }
    if (threads != size || numbers != size * (size - 1) / 2) {
      CHECK_EQUAL(threads, size);
      CHECK_EQUAL(numbers, size * (size - 1) / 2);
    }
  }
  return NULL;
}

int main(void) {
  double end = stress_end();
  int before = threads_at_start();
  long next = 0;
  pthread_t threads[kRoots];
  for (int r = 0; r < kRoots; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, root, (void*)next++), 0);
  struct random random = random_stream(4242);
  while (seconds_now() < end) {
    int r = random_between(&random, 0, kRoots - 1);
    pthread_join(threads[r], NULL);
    int created = pthread_create(&threads[r], NULL, root, (void*)next++);
    if (created != 0) CHECK_EQUAL(created, 0);
    if (next % 7 == 0) root((void*)next++);
  }
  for (int r = 0; r < kRoots; r++) pthread_join(threads[r], NULL);
  // The largest team for each root that was there at once, main included.
  int bound = before + (kRoots + 1) * (kMost - 1);
  CHECK(threads_after_waiting_for(bound) <= bound);
  return finish_stress();
}
