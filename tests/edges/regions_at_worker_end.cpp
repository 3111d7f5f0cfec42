// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workers end (omp_pause_resource_all) and run regions while they do: in destructors of thread_local objects and of keys,
// in each round. Their teams are gone by then; they get others.
// The specification leaves open whether a pause ends threads, and neither peer ends them in all cases.
// peers: none
// In the last round ThreadSanitizer has let go of the thread, too.
// not-under: thread
// run: OMP_NUM_THREADS=4
#include <omp.h>
#include <pthread.h>

#include <atomic>

#include "process.h"

namespace {

constexpr int kWorkers = 3;
constexpr int kSize = 3;
constexpr int kRounds = 4;

std::atomic<int> regions{0};

void run_region() {
  int threads = 0;
#pragma omp parallel num_threads(kSize)
  {
    hit(&threads);
#pragma omp barrier
  }
  CHECK_EQUAL(threads, kSize);
  regions++;
}

struct AtThreadEnd {
  bool runs_region = false;
  ~AtThreadEnd() {
    if (runs_region) run_region();
  }
};

pthread_key_t key;

// The value is the number of rounds to come.
void end_of_key(void* value) {
  run_region();
  const auto rounds = reinterpret_cast<std::size_t>(value);
  if (rounds > 1) CHECK_EQUAL(pthread_setspecific(key, reinterpret_cast<void*>(rounds - 1)), 0);
}

}  // namespace

int main() {
  const int before = threads_at_start();
  CHECK_EQUAL(pthread_key_create(&key, end_of_key), 0);
  const int cycles = emulated() ? 5 : 100;
  for (int cycle = 0; cycle < cycles; cycle++) {
#pragma omp parallel num_threads(kWorkers + 1)
    if (omp_get_thread_num() != 0) {
      thread_local AtThreadEnd at_thread_end;
      at_thread_end.runs_region = true;
      CHECK_EQUAL(pthread_setspecific(key, reinterpret_cast<void*>(static_cast<std::size_t>(kRounds))), 0);
    }
    CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0);
    // Those that served ended workers served one region at the end of their own; what is left of them has nothing to run.
    CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0);
  }
  CHECK_EQUAL(regions.load(), cycles * kWorkers * (1 + kRounds));
  CHECK(threads_after_waiting_for(before) <= before);
  return finish();
}
