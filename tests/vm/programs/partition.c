// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// partition environment|nearest|blocked|interleaved: a block of an allocator with this trait, written by the last thread of a team, which is
// far from the primary thread that allocates it. Prints "primary N writer M", and "nodes" with the node of each page.
#include "pages.h"

#include <omp.h>
#include <string.h>

enum { kPages = 120 };

static omp_alloctrait_value_t value_of(const char* word) {
  if (strcmp(word, "nearest") == 0) return omp_atv_nearest;
  if (strcmp(word, "blocked") == 0) return omp_atv_blocked;
  if (strcmp(word, "interleaved") == 0) return omp_atv_interleaved;
  return omp_atv_environment;
}

int main(int count, char** words) {
  if (count != 2) return 2;
  int team = 0;
  // From its first region on the primary thread stays on its place.
#pragma omp parallel reduction(+ : team)
  team += 1;
  if (team < 2) return 2;
  omp_alloctrait_t traits[] = {{omp_atk_partition, value_of(words[1])}, {omp_atk_alignment, kPage}};
  omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 2, traits);
  char* block = omp_alloc((size_t)kPages * kPage, allocator);
  if (!block) fail("omp_alloc");
  int writer = -1;
  const int primary = node_of_caller();
#pragma omp parallel
  if (omp_get_thread_num() == omp_get_num_threads() - 1) {
    writer = node_of_caller();
    memset(block, 1, (size_t)kPages * kPage);
  }
  int nodes[kPages];
  nodes_of_pages(block, kPages, nodes);
  printf("primary %d writer %d\nnodes", primary, writer);
  for (int i = 0; i < kPages; i++) printf(" %d", nodes[i]);
  printf("\n");
  omp_free(block, allocator);
  omp_destroy_allocator(allocator);
  return 0;
}
