// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=4
// peers: none
// Why: on the peers a pool is one for all threads, whatever access says.
// The size of a pool is a limit for all threads, for each team or for each thread, as the trait access says (OpenMP 5.2, 6.2); and each
// kind of fallback is taken when a pool is exhausted.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kPool = 4096, kBlock = 2500 };

static omp_allocator_handle_t pool_for(omp_alloctrait_value_t access, omp_alloctrait_value_t fallback,
                                       omp_allocator_handle_t other) {
  omp_alloctrait_t traits[] = {{omp_atk_access, access},
                               {omp_atk_pool_size, kPool},
                               {omp_atk_fallback, fallback},
                               {omp_atk_fb_data, (omp_uintptr_t)other}};
  return omp_init_allocator(omp_default_mem_space, fallback == omp_atv_allocator_fb ? 4 : 3, traits);
}

// How many of the team's threads get a block that leaves no room for another.
static int threads_that_get(omp_allocator_handle_t allocator) {
  int count = 0;
#pragma omp parallel reduction(+ : count)
  {
    char* block = omp_alloc(kBlock, allocator);
    count += block != NULL;
    if (block) memset(block, 1, kBlock);
    // Everybody has asked before anybody frees.
#pragma omp barrier
    omp_free(block, allocator);
  }
  return count;
}

static void fallbacks(void) {
  omp_allocator_handle_t null = pool_for(omp_atv_all, omp_atv_null_fb, omp_null_allocator);
  omp_allocator_handle_t chain = pool_for(omp_atv_all, omp_atv_allocator_fb, null);
  omp_allocator_handle_t standard = pool_for(omp_atv_all, omp_atv_default_mem_fb, omp_null_allocator);
  CHECK(omp_alloc(kPool, null) == NULL);
  void* first = omp_alloc(kBlock, chain);
  void* second = omp_alloc(kBlock, chain);
  CHECK(first != NULL);
  CHECK(second != NULL);
  CHECK(omp_alloc(kBlock, null) == NULL);
  CHECK(omp_alloc(kBlock, chain) == NULL);
  omp_free(second, omp_null_allocator);
  void* third = omp_alloc(kBlock, null);
  CHECK(third != NULL);
  void* large = omp_alloc(100 * kPool, standard);
  CHECK(large != NULL);
  if (large) memset(large, 1, 100 * kPool);
  omp_free(first, chain);
  omp_free(third, null);
  omp_free(large, standard);
  omp_destroy_allocator(chain);
  omp_destroy_allocator(null);
  omp_destroy_allocator(standard);
}

int main(void) {
  const struct {
    omp_alloctrait_value_t access;
    int expected;
  } rows[] = {{omp_atv_all, 1}, {omp_atv_cgroup, 1}, {omp_atv_pteam, 1}, {omp_atv_thread, 4}};
  for (int i = 0; i < 4; i++) {
    omp_allocator_handle_t allocator = pool_for(rows[i].access, omp_atv_null_fb, omp_null_allocator);
    CHECK(allocator != omp_null_allocator);
    for (int lap = 0; lap < 3; lap++) CHECK_EQUAL(threads_that_get(allocator), rows[i].expected);
    omp_destroy_allocator(allocator);
  }
  // Two teams, each with a pool of its own; the group has one.
  omp_set_max_active_levels(2);
  for (int by_team = 0; by_team < 2; by_team++) {
    omp_allocator_handle_t allocator =
        pool_for(by_team ? omp_atv_pteam : omp_atv_cgroup, omp_atv_null_fb, omp_null_allocator);
    int count = 0;
#pragma omp parallel num_threads(2) reduction(+ : count)
    {
      void* kept[2] = {NULL, NULL};
#pragma omp parallel num_threads(2) reduction(+ : count)
      {
        kept[omp_get_thread_num()] = omp_alloc(kBlock, allocator);
        count += kept[omp_get_thread_num()] != NULL;
      }
#pragma omp barrier
      omp_free(kept[0], allocator);
      omp_free(kept[1], allocator);
    }
    CHECK_EQUAL(count, by_team ? 2 : 1);
    omp_destroy_allocator(allocator);
  }
  fallbacks();
  return finish();
}
