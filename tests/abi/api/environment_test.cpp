// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Run with OMP_ALLOCATOR=omp_default_mem_space:alignment=2048,pool_size=8192,fallback=null_fb (tests/abi/CMakeLists.txt).
#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>

TEST(EnvironmentAllocator, is_the_default_until_the_program_says_otherwise) {
  const omp_allocator_handle_t described = omp_get_default_allocator();
  EXPECT_GT(static_cast<std::uintptr_t>(described), 1024U) << "an allocator of its own";
  EXPECT_EQ(omp_get_default_allocator(), described) << "made once";
  void* block = omp_alloc(100, omp_null_allocator);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 2048, 0U);
  EXPECT_EQ(omp_alloc(100'000, omp_null_allocator), nullptr) << "larger than the pool";
  omp_free(block, omp_null_allocator);

  omp_set_default_allocator(omp_default_mem_alloc);
  EXPECT_EQ(omp_get_default_allocator(), omp_default_mem_alloc);
  void* unlimited = omp_alloc(100'000, omp_null_allocator);
  EXPECT_NE(unlimited, nullptr);
  omp_free(unlimited, omp_null_allocator);
}
