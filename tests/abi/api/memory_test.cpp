// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocators and their traits, by way of the API.
#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>
#include <cstring>
#include <vector>

extern "C" void* GOMP_alloc(std::size_t, std::size_t, std::uintptr_t);
extern "C" void GOMP_free(void*, std::uintptr_t);
extern "C" void* __kmpc_alloc(int, std::size_t, std::uintptr_t);
extern "C" void __kmpc_free(int, void*, std::uintptr_t);

namespace {

bool is_aligned(const void* block, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

omp_allocator_handle_t allocator_with(std::vector<omp_alloctrait_t> traits) {
  return omp_init_allocator(omp_default_mem_space, static_cast<int>(traits.size()), traits.data());
}

}  // namespace

TEST(Memory, blocks_are_aligned_and_separate) {
  for (const std::size_t alignment : {1, 8, 16, 64, 4096}) {
    void* one = omp_aligned_alloc(alignment, 100, omp_default_mem_alloc);
    void* other = omp_aligned_alloc(alignment, 100, omp_default_mem_alloc);
    ASSERT_TRUE(one != nullptr && other != nullptr);
    EXPECT_TRUE(is_aligned(one, alignment) && is_aligned(one, 16) && is_aligned(other, alignment));
    memset(one, 1, 100);
    memset(other, 2, 100);
    EXPECT_EQ(static_cast<unsigned char*>(one)[99], 1);
    omp_free(one, omp_default_mem_alloc);
    omp_free(other, omp_null_allocator);
  }
}

TEST(Memory, nothing_is_had_for_size_0_or_an_odd_alignment) {
  EXPECT_EQ(omp_alloc(0, omp_default_mem_alloc), nullptr);
  EXPECT_EQ(omp_aligned_alloc(24, 8, omp_default_mem_alloc), nullptr);
  omp_free(nullptr, omp_default_mem_alloc);
}

TEST(Memory, calloc_zeroes_and_refuses_an_overflow) {
  auto* block = static_cast<unsigned char*>(omp_aligned_calloc(256, 50, 3, omp_default_mem_alloc));
  ASSERT_NE(block, nullptr);
  EXPECT_TRUE(is_aligned(block, 256));
  for (int i = 0; i < 150; ++i) {
    EXPECT_EQ(block[i], 0);
  }
  omp_free(block, omp_default_mem_alloc);
  // Volatile, because compilers warn of sizes that they can see to be too large.
  volatile std::size_t half = SIZE_MAX / 2;
  volatile std::size_t almost_all = SIZE_MAX - 8;
  EXPECT_EQ(omp_calloc(half, 3, omp_default_mem_alloc), nullptr);
  EXPECT_EQ(omp_alloc(almost_all, omp_default_mem_alloc), nullptr);
}

TEST(Memory, realloc_keeps_the_contents) {
  auto* block = static_cast<char*>(omp_realloc(nullptr, 6, omp_default_mem_alloc, omp_null_allocator));
  strcpy(block, "hello");
  block = static_cast<char*>(omp_realloc(block, 100'000, omp_null_allocator, omp_null_allocator));
  EXPECT_STREQ(block, "hello");
  block = static_cast<char*>(omp_realloc(block, 3, omp_large_cap_mem_alloc, omp_default_mem_alloc));
  EXPECT_EQ(memcmp(block, "hel", 3), 0);
  EXPECT_EQ(omp_realloc(block, 0, omp_null_allocator, omp_null_allocator), nullptr);
}

TEST(Allocator, its_alignment_holds) {
  const omp_allocator_handle_t allocator = allocator_with({{omp_atk_alignment, 512}});
  ASSERT_NE(allocator, omp_null_allocator);
  void* block = omp_alloc(10, allocator);
  EXPECT_TRUE(is_aligned(block, 512));
  omp_free(block, allocator);
  omp_destroy_allocator(allocator);
}

TEST(Allocator, a_block_makes_room_for_its_successor_in_the_pool) {
  const omp_allocator_handle_t allocator =
      allocator_with({{omp_atk_pool_size, 1000}, {omp_atk_fallback, omp_atv_null_fb}});
  char* block = static_cast<char*>(omp_alloc(700, allocator));
  block[699] = 42;
  block = static_cast<char*>(omp_realloc(block, 800, allocator, allocator));
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(block[699], 42);
  EXPECT_EQ(omp_realloc(block, 2000, allocator, allocator), nullptr);
  EXPECT_EQ(omp_alloc(300, allocator), nullptr) << "the old block is still there";
  omp_free(block, allocator);
  omp_destroy_allocator(allocator);
}

TEST(Allocator, a_pool_is_a_limit_until_something_is_freed) {
  const omp_allocator_handle_t allocator =
      allocator_with({{omp_atk_pool_size, 1000}, {omp_atk_fallback, omp_atv_null_fb}});
  void* one = omp_alloc(600, allocator);
  EXPECT_NE(one, nullptr);
  EXPECT_EQ(omp_alloc(600, allocator), nullptr);
  // A block costs a little more than its size.
  EXPECT_EQ(omp_alloc(400, allocator), nullptr);
  void* small = omp_alloc(300, allocator);
  EXPECT_NE(small, nullptr);
  EXPECT_EQ(omp_alloc(100, allocator), nullptr);
  omp_free(one, allocator);
  void* again = omp_alloc(600, allocator);
  EXPECT_NE(again, nullptr);
  omp_free(again, allocator);
  omp_free(small, allocator);
  omp_destroy_allocator(allocator);
}

TEST(Allocator, falls_back_on_default_memory_or_on_another_allocator) {
  const omp_allocator_handle_t aligned = allocator_with({{omp_atk_alignment, 1024}});
  const omp_allocator_handle_t to_default = allocator_with({{omp_atk_pool_size, 1}});
  const omp_allocator_handle_t to_aligned = allocator_with({{omp_atk_pool_size, 1},
                                                            {omp_atk_fallback, omp_atv_allocator_fb},
                                                            {omp_atk_fb_data, static_cast<omp_uintptr_t>(aligned)}});
  void* one = omp_alloc(100, to_default);
  void* other = omp_alloc(100, to_aligned);
  EXPECT_NE(one, nullptr);
  EXPECT_TRUE(other != nullptr && is_aligned(other, 1024));
  omp_free(one, to_default);
  omp_free(other, to_aligned);
  for (const omp_allocator_handle_t made : {aligned, to_default, to_aligned}) {
    omp_destroy_allocator(made);
  }
}

TEST(AllocatorDeathTest, abort_fallback_ends_the_program_with_a_message) {
  EXPECT_DEATH(
      {
        const omp_allocator_handle_t allocator =
            allocator_with({{omp_atk_pool_size, 1}, {omp_atk_fallback, omp_atv_abort_fb}});
        omp_alloc(100, allocator);
      },
      "out of memory");
}

TEST(Allocator, what_cannot_be_had_is_refused) {
  EXPECT_EQ(allocator_with({{omp_atk_alignment, 3}}), omp_null_allocator);
  EXPECT_EQ(allocator_with({{static_cast<omp_alloctrait_key_t>(99), 1}}), omp_null_allocator);
  EXPECT_EQ(allocator_with({{static_cast<omp_alloctrait_key_t>(99), static_cast<omp_uintptr_t>(omp_atv_default)}}),
            omp_null_allocator);
  EXPECT_EQ(allocator_with({{omp_atk_fallback, omp_atv_allocator_fb}}), omp_null_allocator);
  EXPECT_EQ(omp_init_allocator(static_cast<omp_memspace_handle_t>(77), 0, nullptr), omp_null_allocator);
}

// Each trait with each value of the specification, and with values of its neighbours. Numbers, as each compiler's omp.h has its own selection.
TEST(Allocator, takes_the_values_of_each_trait_and_no_others) {
  struct Row {
    int key;
    std::vector<std::uintptr_t> good;
    std::vector<std::uintptr_t> bad;
  };
  constexpr auto kDefault = ~std::uintptr_t{0};
  const Row rows[] = {{1, {3, 4, 5, 6, kDefault}, {0, 2, 7}},                // sync_hint
                      {2, {1, 2, 4096, kDefault}, {0, 3, 48}},               // alignment
                      {3, {7, 8, 9, 10, 19, 22, kDefault}, {0, 6, 11, 20}},  // access
                      {4, {1, 1000, kDefault}, {0}},                         // pool_size
                      {5, {11, 12, 13, kDefault}, {0, 10, 14, 15}},          // fallback; 14 wants fb_data
                      {7, {0, 1, kDefault}, {2, 3}},                         // pinned
                      {8, {15, 16, 17, 18, kDefault}, {0, 14, 19}},          // partition
                      {9, {0, kDefault}, {1, 7}},                            // pin_device
                      {10, {0, kDefault}, {1, 7}},                           // preferred_device
                      {11, {20, 21, kDefault}, {0, 19, 22}},                 // device_access
                      {12, {20, 21, kDefault}, {0, 19, 22}},                 // target_access
                      {13, {7, 19, kDefault}, {0, 8}},                       // atomic_scope
                      {14, {1, 8192, kDefault}, {0}}};                       // part_size
  for (const Row& row : rows) {
    const auto key = static_cast<omp_alloctrait_key_t>(row.key);
    for (const std::uintptr_t value : row.good) {
      const omp_allocator_handle_t allocator = allocator_with({{key, value}});
      EXPECT_NE(allocator, omp_null_allocator) << row.key << " " << value;
      void* block = omp_alloc(1, allocator);
      EXPECT_NE(block, nullptr) << row.key << " " << value;
      omp_free(block, allocator);
      omp_destroy_allocator(allocator);
    }
    for (const std::uintptr_t value : row.bad) {
      EXPECT_EQ(allocator_with({{key, value}}), omp_null_allocator) << row.key << " " << value;
    }
  }
}

TEST(Allocator, of_any_memory_space_gives_memory_where_it_is_to_be_had) {
  // 99 is omp_default_mem_space in LLVM's omp.h since 2025, 5 its omp_cgroup_mem_space.
  for (const int space : {0, 1, 2, 3, 4, 5, 99}) {
    const omp_allocator_handle_t allocator = omp_init_allocator(static_cast<omp_memspace_handle_t>(space), 0, nullptr);
    if (space == 3 && allocator == omp_null_allocator) {
      continue;  // this machine has no high-bandwidth memory
    }
    ASSERT_NE(allocator, omp_null_allocator) << space;
    auto* block = static_cast<char*>(omp_alloc(100'000, allocator));
    ASSERT_NE(block, nullptr) << space;
    memset(block, 1, 100'000);
    omp_free(block, allocator);
    omp_destroy_allocator(allocator);
  }
  // Predefined allocators fall back on default memory. 200 is GCC's pinned memory.
  for (const std::uintptr_t handle : {1, 2, 3, 4, 5, 6, 7, 8, 200}) {
    auto* block = static_cast<char*>(omp_calloc(100, 1000, static_cast<omp_allocator_handle_t>(handle)));
    ASSERT_NE(block, nullptr) << handle;
    EXPECT_EQ(block[99'999], 0);
    block = static_cast<char*>(omp_realloc(block, 300'000, omp_null_allocator, omp_null_allocator));
    ASSERT_NE(block, nullptr) << handle;
    EXPECT_EQ(block[99'999], 0);
    omp_free(block, omp_null_allocator);
  }
}

TEST(Allocator, large_blocks_are_whole) {
  constexpr std::size_t kBytes = std::size_t{12} << 20;
  for (const bool zeroed : {false, true}) {
    auto* block = static_cast<char*>(zeroed ? omp_calloc(1, kBytes, omp_default_mem_alloc)
                                            : omp_alloc(kBytes, omp_default_mem_alloc));
    ASSERT_NE(block, nullptr);
    block[0] = block[kBytes - 1] = 3;
    EXPECT_EQ(block[kBytes / 2] == 0 || !zeroed, true);
    omp_free(block, omp_default_mem_alloc);
  }
}

TEST(Allocator, a_block_may_be_freed_when_its_allocator_is_gone) {
  const omp_allocator_handle_t allocator = allocator_with({{omp_atk_pool_size, 10'000}});
  char* block = static_cast<char*>(omp_alloc(100, allocator));
  ASSERT_NE(block, nullptr);
  omp_destroy_allocator(allocator);
  block[99] = 1;
  omp_free(block, omp_null_allocator);
}

TEST(Allocator, the_default_belongs_to_the_task) {
  EXPECT_EQ(omp_get_default_allocator(), omp_default_mem_alloc);
  const omp_allocator_handle_t aligned = allocator_with({{omp_atk_alignment, 2048}});
  omp_set_default_allocator(aligned);
  EXPECT_EQ(omp_get_default_allocator(), aligned);
  void* block = omp_alloc(10, omp_null_allocator);
  EXPECT_TRUE(is_aligned(block, 2048));
  omp_free(block, omp_null_allocator);
  omp_set_default_allocator(omp_null_allocator);
  EXPECT_EQ(omp_get_default_allocator(), aligned) << "the null allocator cannot be the default";
  omp_set_default_allocator(omp_default_mem_alloc);
  omp_destroy_allocator(aligned);
}

TEST(Allocator, default_memory_can_be_the_default_again) {
  omp_set_default_allocator(omp_large_cap_mem_alloc);
  EXPECT_EQ(omp_get_default_allocator(), omp_large_cap_mem_alloc);
  omp_set_default_allocator(omp_default_mem_alloc);
  EXPECT_EQ(omp_get_default_allocator(), omp_default_mem_alloc);
}

TEST(Memory, what_compilers_call_is_the_same_memory) {
  void* gnu = GOMP_alloc(128, 10, omp_default_mem_alloc);
  EXPECT_TRUE(gnu != nullptr && is_aligned(gnu, 128));
  GOMP_free(gnu, omp_default_mem_alloc);
  void* llvm = __kmpc_alloc(0, 10, omp_default_mem_alloc);
  EXPECT_NE(llvm, nullptr);
  __kmpc_free(0, llvm, omp_default_mem_alloc);
}
