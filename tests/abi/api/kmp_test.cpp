// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libomp's own routines: waiting, stacks, memory.
#include <gtest/gtest.h>

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" void kmp_set_blocktime(int);
extern "C" void kmp_set_blocktime_(const int*);
extern "C" int kmp_get_blocktime();
extern "C" void kmp_set_stacksize_s(std::size_t);
extern "C" std::size_t kmp_get_stacksize_s();
extern "C" int kmp_get_stacksize();
extern "C" void kmp_set_library(int);
extern "C" int kmp_get_library();
extern "C" void* kmp_malloc(std::size_t);
extern "C" void* kmp_aligned_malloc(std::size_t, std::size_t);
extern "C" void* kmp_calloc_(const std::size_t*, const std::size_t*);
extern "C" void* kmp_realloc(void*, std::size_t);
extern "C" void kmp_free(void*);
extern "C" void kmp_free_(void**);

TEST(Kmp, blocktime_is_in_milliseconds) {
  const int before = kmp_get_blocktime();
  for (const int milliseconds : {0, 7, INT_MAX}) {
    kmp_set_blocktime(milliseconds);
    EXPECT_EQ(kmp_get_blocktime(), milliseconds);
  }
  kmp_set_blocktime(-5);
  EXPECT_EQ(kmp_get_blocktime(), INT_MAX);
  kmp_set_blocktime_(&before);
  EXPECT_EQ(kmp_get_blocktime(), before);
}

TEST(Kmp, stack_size_is_what_was_set) {
  EXPECT_GT(kmp_get_stacksize_s(), 0U);
  kmp_set_stacksize_s(std::size_t{1} << 33);
  EXPECT_EQ(kmp_get_stacksize_s(), std::size_t{1} << 33);
  EXPECT_EQ(kmp_get_stacksize(), INT_MAX);
  kmp_set_stacksize_s(0);
}

TEST(Kmp, an_unknown_library_is_ignored) {
  kmp_set_library(3);
  EXPECT_EQ(kmp_get_library(), 3);
  kmp_set_library(4);
  EXPECT_EQ(kmp_get_library(), 3);
}

TEST(Kmp, memory_is_aligned_zeroed_and_kept) {
  void* aligned = kmp_aligned_malloc(100, 256);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned) % 256, 0U);
  kmp_free(aligned);
  EXPECT_EQ(kmp_aligned_malloc(100, 24), nullptr);
  const std::size_t count = 10;
  const std::size_t size = 4;
  void* zeroed = kmp_calloc_(&count, &size);
  const unsigned char zeros[40] = {};
  EXPECT_EQ(memcmp(zeroed, zeros, sizeof zeros), 0);
  kmp_free_(&zeroed);
  auto* text = static_cast<char*>(kmp_malloc(6));
  strcpy(text, "hello");
  text = static_cast<char*>(kmp_realloc(text, 10'000));
  EXPECT_STREQ(text, "hello");
  kmp_free(text);
}
