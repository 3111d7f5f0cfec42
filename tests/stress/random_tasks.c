// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random trees of tasks: tied and untied, final, undeferred, in taskgroups and taskloops, with and without taskwait. Every node runs once, and is
// complete when the construct that waits for it has been passed.
// run: STRESS_SEED=31 OMP_NUM_THREADS=2
// run: STRESS_SEED=32 OMP_NUM_THREADS=6
// run: STRESS_SEED=33 OMP_NUM_THREADS=3 OMP_WAIT_POLICY=PASSIVE
// run: STRESS_SEED=34 OMP_NUM_THREADS=4 MUSTER_TASK_QUEUE=1 OMP_MAX_TASK_PRIORITY=3
#include <omp.h>

#include "random.h"

enum { kMostDepth = 6 };

static int wrong;

// Makes a tree below the current task.
static void grow(unsigned long long seed, int depth, int* ran);

static void node(unsigned long long seed, int depth, int* ran) {
  hit(ran);
  grow(seed, depth, ran);
}

static unsigned long long child_seed(unsigned long long seed, int child) { return seed * 31 + (unsigned)child + 7u; }

static int children_of(unsigned long long seed, int depth) {
  struct random random = random_stream(seed);
  return depth == 0 ? 0 : random_between(&random, 0, 4);
}

static int nodes_of(unsigned long long seed, int depth) {
  int nodes = 0;
  for (int child = 0, count = children_of(seed, depth); child < count; child++)
    nodes += 1 + nodes_of(child_seed(seed, child), depth - 1);
  return nodes;
}

static void grow(unsigned long long seed, int depth, int* ran) {
  struct random random = random_stream(seed ^ 0x5555);
  int count = children_of(seed, depth);
  switch (random_between(&random, 0, 5)) {
    case 0: {
      // Children and all below them are complete after the group.
      int here = 0;
#pragma omp taskgroup
      for (int child = 0; child < count; child++) {
#pragma omp task firstprivate(child, seed, depth) shared(here) priority(child)
        node(child_seed(seed, child), depth - 1, &here);
      }
      if (here != nodes_of(seed, depth)) hit(&wrong);
      __atomic_fetch_add(ran, here, __ATOMIC_RELAXED);
      break;
    }
    case 1: {
      int here = 0;
      for (int child = 0; child < count; child++) {
#pragma omp task untied firstprivate(child, seed, depth, ran) shared(here)
        {
          hit(&here);
          node(child_seed(seed, child), depth - 1, ran);
#pragma omp taskyield
        }
      }
#pragma omp taskwait
      if (here != count) hit(&wrong);
      break;
    }
    case 2: {
      int here = 0;
#pragma omp taskloop grainsize(1) firstprivate(seed, depth) shared(here)
      for (size_t child = 0; child < (size_t)count; child++) node(child_seed(seed, (int)child), depth - 1, &here);
      if (here != nodes_of(seed, depth)) hit(&wrong);
      __atomic_fetch_add(ran, here, __ATOMIC_RELAXED);
      break;
    }
    case 3:
      for (int child = 0; child < count; child++) {
#pragma omp task if (child % 2) final(depth < 3) firstprivate(child, seed, depth, ran)
        node(child_seed(seed, child), depth - 1, ran);
      }
      break;
    default:
      for (int child = 0; child < count; child++) {
#pragma omp task firstprivate(child, seed, depth, ran)
        {
          struct random own = random_stream(child_seed(seed, child));
          random_delay(&own);
          node(child_seed(seed, child), depth - 1, ran);
        }
      }
      break;
  }
}

static void one_round(unsigned long long number) {
  int in_barrier = 0, at_end = 0, early = 0;
  int size = requested_threads();
  int wanted = 0;
  for (int thread = 0; thread < size; thread++) wanted += nodes_of(number * 100 + (unsigned)thread, kMostDepth);
#pragma omp parallel
  {
    grow(number * 100 + (unsigned)omp_get_thread_num(), kMostDepth, &in_barrier);
#pragma omp barrier
    if (__atomic_load_n(&in_barrier, __ATOMIC_RELAXED) != wanted) hit(&early);
#pragma omp single nowait
    grow(number, kMostDepth, &at_end);
  }
  CHECK_EQUAL(early, 0);
  CHECK_EQUAL(at_end, nodes_of(number, kMostDepth));
}

int main(void) {
  double end = stress_end();
  for (unsigned long long number = 0; seconds_now() < end; number++) one_round(number);
  CHECK_EQUAL(wrong, 0);
  return finish_stress();
}
