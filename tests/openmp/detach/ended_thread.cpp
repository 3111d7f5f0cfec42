// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread ends while the event of a task that it has made is not fulfilled. The completion of the task is counted for no other thread.
// peers: none (libgomp waits for the event in the construct, libomp when the thread ends)
#include <omp.h>

#include <thread>

#include "check.h"

static omp_event_handle_t make_detached() {
  omp_event_handle_t event;
  omp_event_handle_t made{};
#pragma omp task detach(event) shared(made)
  {
    made = event;
  }
  return made;
}

int main() {
  const int rounds = 20;
  int ended = 0;
  for (int round = 0; round < rounds; ++round) {
    omp_event_handle_t late{};
    std::thread([&] { late = make_detached(); }).join();
    std::thread([&] {
      const omp_event_handle_t own = make_detached();
      std::thread([&] { omp_fulfill_event(late); }).join();
      std::thread([&] { omp_fulfill_event(own); }).join();
#pragma omp taskwait
#pragma omp barrier
      ++ended;
    }).join();
  }
  CHECK_EQUAL(ended, rounds);
  return finish();
}
