// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_alloc, omp_calloc, omp_realloc, aligned forms and allocators with traits give usable memory that does not overlap.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static int zeroed(const unsigned char* bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i]) return 0;
  return 1;
}

int main(void) {
  int wrong = 0;
#pragma omp parallel
  for (int lap = 1; lap <= 50; lap++) {
    size_t size = (size_t)lap * 37;
    unsigned char* first = omp_alloc(size, omp_default_mem_alloc);
    unsigned char* second = omp_calloc(lap, 37, omp_null_allocator);
    unsigned char* aligned = omp_aligned_alloc(256, 512, omp_default_mem_alloc);
    if (!first || !second || !aligned || (uintptr_t)aligned % 256 || !zeroed(second, size)) {
      hit(&wrong);
      continue;
    }
    memset(first, lap, size);
    memset(second, lap + 1, size);
    memset(aligned, lap + 2, 512);
    first = omp_realloc(first, size * 2, omp_default_mem_alloc, omp_default_mem_alloc);
    if (first[0] != lap || first[size - 1] != lap || second[size - 1] != lap + 1 || aligned[511] != lap + 2)
      hit(&wrong);
    omp_free(first, omp_default_mem_alloc);
    omp_free(second, omp_null_allocator);
    omp_free(aligned, omp_default_mem_alloc);
  }
  CHECK_EQUAL(wrong, 0);

  omp_alloctrait_t traits[] = {
      {omp_atk_alignment, 128}, {omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 3, traits);
  CHECK(pool != omp_null_allocator);
  void* inside = omp_alloc(1000, pool);
  CHECK(inside != NULL);
  CHECK_EQUAL((uintptr_t)inside % 128, 0);
  CHECK(omp_alloc(8192, pool) == NULL);
  omp_free(inside, pool);
  omp_destroy_allocator(pool);
  omp_free(NULL, omp_default_mem_alloc);

  omp_allocator_handle_t standard = omp_get_default_allocator();
  CHECK_EQUAL(standard, omp_default_mem_alloc);
  omp_set_default_allocator(omp_large_cap_mem_alloc);
  CHECK_EQUAL(omp_get_default_allocator(), omp_large_cap_mem_alloc);
  return finish();
}
