// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_ALLOCATOR. The numbers are those that omp.h of GCC 12 and of LLVM 19 give to the names.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

TEST(Allocator, PredefinedOnesHaveTheNumbersOfOmpH) {
  EXPECT_EQ(load_from({}).global().allocator.predefined, 1U);
  const char* names[] = {"omp_default_mem_alloc", "omp_large_cap_mem_alloc", "omp_const_mem_alloc",
                         "omp_high_bw_mem_alloc", "omp_low_lat_mem_alloc",   "omp_cgroup_mem_alloc",
                         "omp_pteam_mem_alloc",   "omp_thread_mem_alloc"};
  std::uint64_t number = 1;
  for (const char* name : names) {
    const Loaded loaded = load_from({std::string("OMP_ALLOCATOR=") + name});
    EXPECT_TRUE(loaded.clean) << name;
    EXPECT_EQ(loaded.global().allocator.predefined, number) << name;
    EXPECT_EQ(loaded->default_allocator, number) << name;
    ++number;
  }
}

TEST(Allocator, MemorySpaces) {
  const Loaded loaded = load_from({"OMP_ALLOCATOR=OMP_High_BW_mem_space"});
  EXPECT_EQ(loaded.global().allocator.predefined, 0U);
  EXPECT_EQ(loaded.global().allocator.memory_space, 3U);
  EXPECT_EQ(loaded.global().allocator.trait_count, 0U);
}

TEST(Allocator, EveryTrait) {
  const Loaded loaded = load_from(
      {"OMP_ALLOCATOR=omp_large_cap_mem_space : sync_hint=serialized, alignment = 64, access=pteam, pool_size=1048576, "
       "fallback=allocator_fb, fb_data=omp_low_lat_mem_alloc, pinned=true, partition=interleaved"});
  ASSERT_TRUE(loaded.clean);
  const Allocator& allocator = loaded.global().allocator;
  EXPECT_EQ(allocator.memory_space, 1U);
  ASSERT_EQ(allocator.trait_count, 8U);
  const std::uint64_t values[] = {5, 64, 9, 1048576, 14, 5, 1, 18};
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(allocator.traits[i].key, i + 1);
    EXPECT_EQ(allocator.traits[i].value, values[i]) << "key " << i + 1;
  }
}

TEST(Allocator, OtherThingsAreRefused) {
  for (const char* value :
       {"malloc", "omp_high_bw_mem_alloc:pinned=true", "omp_default_mem_space:", "omp_default_mem_space:pinned",
        "omp_default_mem_space:pinned=", "omp_default_mem_space:pinned=maybe", "omp_default_mem_space:alignment=3",
        "omp_default_mem_space:alignment=0", "omp_default_mem_space:pool_size=-1", "omp_default_mem_space:colour=red",
        "omp_default_mem_space:pinned=true,", "omp_default_mem_space:pinned=true,pinned=false",
        "omp_default_mem_space:fb_data=omp_default_mem_space", "omp_default_mem_space pinned=true"}) {
    const Loaded loaded = load_from({std::string("OMP_ALLOCATOR=") + value});
    EXPECT_EQ(loaded.global().allocator.predefined, 1U) << value;
    EXPECT_EQ(loaded.global().allocator.trait_count, 0U) << value;
    EXPECT_EQ(loaded->default_allocator, 1U) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

}  // namespace
}  // namespace muster::settings
