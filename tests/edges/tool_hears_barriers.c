// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a region that may be cancelled, a tool hears which barriers are explicit and which end a worksharing construct.
// peers: none
// link: -rdynamic
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"
#include "tool.h"

enum { kBegin = 1, kExplicit = 3, kOfWorksharing = 8, kKinds = 16 };

static int heard[kKinds];
static int never;

static void on_sync_region(int kind, int endpoint, void* parallel, void* task, const void* code) {
  (void)parallel, (void)task, (void)code;
  if (endpoint == kBegin && kind < kKinds) hit(&heard[kind]);
}

static int initialize(lookup_function lookup, int device, void* data) {
  (void)device, (void)data;
  const set_function set = (set_function)lookup("ompt_set_callback");
  return set(kEventSyncRegion, (any_function)on_sync_region);
}
static void finalize(void* data) { (void)data; }

struct tool* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version, (void)runtime;
  static struct tool tool = {initialize, finalize, 0};
  return &tool;
}

int main(void) {
  int rows = 0, blocks = 0;
#pragma omp parallel
  {
#pragma omp cancel parallel if (never)
#pragma omp barrier
#pragma omp single
    hit(&blocks);
#pragma omp barrier
#pragma omp for schedule(static)
    for (int i = 0; i < 8; i++) hit(&rows);
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 8; i++) hit(&rows);
#pragma omp barrier
  }
  CHECK_EQUAL(rows, 16);
  CHECK_EQUAL(blocks, 1);
  CHECK_EQUAL(heard[kExplicit], 2 * 3);
  CHECK_EQUAL(heard[kOfWorksharing], 2 * 3);
  return finish();
}
