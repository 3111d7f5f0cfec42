// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chains of loops with random schedules, chunk sizes, bounds, index types and directions, with and without barriers.
// run: STRESS_SEED=11 OMP_NUM_THREADS=2
// run: STRESS_SEED=12 OMP_NUM_THREADS=5
#include <omp.h>
#include <string.h>

#include "random.h"

enum { kLoops = 12, kMost = 300 };

enum kind { kRuntime, kDynamic, kGuided, kUnsigned, kDown, kOrdered, kSections, kKinds };

struct loop {
  enum kind kind;
  int count, chunk, step;
  omp_sched_t schedule;
  long long first;
};

static int ran[kLoops][kMost];
static long turns[kLoops];
static int disorder;

static void run_loop(const struct loop* loop, int* counts, long* turn) {
  long long first = loop->first, step = loop->step, limit = first + step * loop->count;
  switch (loop->kind) {
    case kRuntime:
#pragma omp for schedule(runtime) nowait
      for (long long i = first; i < limit; i += step) hit(&counts[(i - first) / step]);
      break;
    case kDynamic:
#pragma omp for schedule(dynamic, loop->chunk) nowait
      for (long long i = first; i < limit; i += step) hit(&counts[(i - first) / step]);
      break;
    case kGuided:
#pragma omp for schedule(guided, loop->chunk) nowait
      for (int i = 0; i < loop->count; i++) hit(&counts[i]);
      break;
    case kUnsigned:
#pragma omp for schedule(dynamic, loop->chunk) nowait
      for (unsigned long long i = ~0ull - (unsigned)loop->count; i < ~0ull; i++) hit(&counts[~0ull - 1 - i]);
      break;
    case kDown:
#pragma omp for schedule(guided, loop->chunk) nowait
      for (long long i = limit; i > first; i -= step) hit(&counts[(limit - i) / step]);
      break;
    case kOrdered:
#pragma omp for schedule(dynamic, loop->chunk) ordered
      for (int i = 0; i < loop->count; i++) {
        hit(&counts[i]);
#pragma omp ordered
        if ((*turn)++ != i) hit(&disorder);
      }
      break;
    default:
#pragma omp sections nowait
    {
#pragma omp section
      for (int i = 0; i < loop->count / 2; i++) hit(&counts[i]);
#pragma omp section
      for (int i = loop->count / 2; i < loop->count; i++) hit(&counts[i]);
    }
  }
}

int main(void) {
  double end = stress_end();
  long regions = 0;
  for (unsigned long long round = 0; seconds_now() < end; round++) {
    struct random random = random_stream(round);
    struct loop loops[kLoops];
    static const omp_sched_t schedules[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
    for (int l = 0; l < kLoops; l++) {
      loops[l].kind = (enum kind)random_between(&random, 0, kKinds - 1);
      loops[l].count = random_between(&random, 0, kMost);
      loops[l].chunk = random_between(&random, 1, 1 << random_between(&random, 0, 9));
      loops[l].step = random_between(&random, 1, 1000);
      loops[l].schedule = schedules[random_between(&random, 0, 3)];
      loops[l].first = (long long)(next_random(&random) >> 2) * (random_between(&random, 0, 1) ? 1 : -1);
    }
    memset(ran, 0, sizeof ran);
    memset(turns, 0, sizeof turns);
    int barriers = random_between(&random, 0, 1);
#pragma omp parallel
    {
      struct random mine = random_stream(round * 64 + (unsigned long long)omp_get_thread_num() + 99999);
      for (int l = 0; l < kLoops; l++) {
        random_delay(&mine);
        // The schedule that a runtime loop takes must be the same in all threads of the team.
        omp_set_schedule(loops[l].schedule, loops[l].chunk);
        run_loop(&loops[l], ran[l], &turns[l]);
        if (barriers && l % 4 == 0) {
#pragma omp barrier
        }
      }
    }
    int wrong = disorder;
    for (int l = 0; l < kLoops; l++)
      for (int i = 0; i < kMost; i++) wrong += ran[l][i] != (i < loops[l].count);
    if (wrong) CHECK_EQUAL(wrong, 0);
    regions++;
  }
  CHECK(regions > 0);
  return finish_stress();
}
