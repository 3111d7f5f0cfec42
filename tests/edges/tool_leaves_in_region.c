// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool leaves (ompt_finalize_tool) while one thread of the team is in a construct and the other has not come to it: both go the same way through it,
// whatever is chosen when nobody listens.
// peers: none
// The other thread reads plainly what changes when a tool leaves (events/listener.h, detach).
// not-under: thread
// link: -rdynamic
// run: KMP_FORCE_REDUCTION=tree OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2
#include <omp.h>
#include <sched.h>
#include <time.h>

#include "check.h"
#include "tool.h"

static void (*leave)(void);
static int left;

static void nothing(void) {}

static int initialize(lookup_function lookup, int device, void* data) {
  (void)device, (void)data;
  const set_function set = (set_function)lookup("ompt_set_callback");
  leave = lookup("ompt_finalize_tool");
  return set(kEventParallelBegin, nothing);
}
static void finalize(void* data) { (void)data, ++left; }

struct tool* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version, (void)runtime;
  static struct tool tool = {initialize, finalize, 0};
  return &tool;
}

// Long enough for the other thread to have come to the construct and to wait in it.
static void give_time(void) { nanosleep(&(struct timespec){.tv_nsec = 50000000}, 0); }

static void reduces(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      give_time();
      if (leave) leave(), leave = 0;
    }
#pragma omp for schedule(static) reduction(+ : sum)
    for (int i = 0; i < 8; ++i) sum += i;
    CHECK_EQUAL(sum, 28);
  }
}

static void copies(void) {
#pragma omp parallel num_threads(2)
  {
    int value = 0;
#pragma omp single copyprivate(value)
    value = 7;
    CHECK_EQUAL(value, 7);
  }
}

int main(void) {
  copies();
  reduces();
  CHECK_EQUAL(left, 1);
  copies();
  reduces();
  return finish();
}
