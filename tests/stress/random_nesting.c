// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees of nested regions with random widths, up to four levels deep, run by several root threads at once.
// run: STRESS_SEED=21
// run: STRESS_SEED=22 OMP_WAIT_POLICY=passive
#include <omp.h>
#include <pthread.h>

#include "random.h"

enum { kLevels = 4, kRoots = 2 };

static double end;

// Runs the subtree below a node and returns its leaves. A node draws the same widths wherever it runs.
static long descend(unsigned long long node, int level, int* wrong) {
  struct random random = random_stream(node);
  int width = random_between(&random, 1, level < 2 ? 3 : 2);
  if (level == kLevels || random_between(&random, 0, 5) == 0) return 1;
  long leaves = 0;
#pragma omp parallel num_threads(width) reduction(+ : leaves)
  {
    int me = omp_get_thread_num();
    if (omp_get_num_threads() != width || omp_get_level() != level + 1) hit(wrong);
    if (omp_get_ancestor_thread_num(level + 1) != me || omp_get_team_size(level + 1) != width) hit(wrong);
    leaves += descend(node * 5 + 1 + (unsigned long long)me, level + 1, wrong);
#pragma omp barrier
    if (omp_get_thread_num() != me) hit(wrong);
  }
  return leaves;
}

static long count_leaves(unsigned long long node, int level) {
  struct random random = random_stream(node);
  int width = random_between(&random, 1, level < 2 ? 3 : 2);
  if (level == kLevels || random_between(&random, 0, 5) == 0) return 1;
  long leaves = 0;
  for (int child = 0; child < width; child++)
    leaves += count_leaves(node * 5 + 1 + (unsigned long long)child, level + 1);
  return leaves;
}

static void* root(void* argument) {
  omp_set_max_active_levels(kLevels);
  long trees = 0;
  for (unsigned long long tree = (unsigned long long)(long)argument; seconds_now() < end; tree += kRoots) {
    int wrong = 0;
    unsigned long long node = tree * 1000003 + 17;
    long leaves = descend(node, 0, &wrong);
    if (leaves != count_leaves(node, 0) || wrong) {
      CHECK_EQUAL(leaves, count_leaves(node, 0));
      CHECK_EQUAL(wrong, 0);
    }
    trees++;
  }
  CHECK(trees > 0);
  return NULL;
}

int main(void) {
  end = stress_end();
  pthread_t threads[kRoots];
  for (long r = 0; r < kRoots; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, root, (void*)r), 0);
  for (int r = 0; r < kRoots; r++) pthread_join(threads[r], NULL);
  return finish_stress();
}
