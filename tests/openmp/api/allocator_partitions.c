// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// peers: libgomp libomp
// Each partition gives memory of its own that all threads can use, whatever nodes the machine has.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

int main(void) {
  const omp_alloctrait_value_t partitions[] = {omp_atv_environment, omp_atv_nearest, omp_atv_blocked,
                                               omp_atv_interleaved};
  for (int i = 0; i < 4; i++) {
    omp_alloctrait_t traits[] = {{omp_atk_partition, partitions[i]}, {omp_atk_alignment, 256}};
    omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 2, traits);
    CHECK(allocator != omp_null_allocator);
    for (size_t size = 1; size <= 10 * 1000 * 1000; size *= 100) {
      unsigned char* block = omp_alloc(size, allocator);
      CHECK(block != NULL);
      CHECK_EQUAL((uintptr_t)block % 256, 0);
      if (!block) continue;
#pragma omp parallel for
      for (size_t at = 0; at < size; at++) block[at] = (unsigned char)(at % 251);
      int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
      for (size_t at = 0; at < size; at++) wrong += block[at] != at % 251;
      CHECK_EQUAL(wrong, 0);
      omp_free(block, allocator);
    }
    omp_destroy_allocator(allocator);
  }
  return finish();
}
