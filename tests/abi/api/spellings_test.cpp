// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The other spellings of routines: Fortran's, by reference and with integers of 8 bytes, libomp's kmpc_* and ompc_*, and the
// compiler's own for locks and allocators. Each does what the C routine does.
#include <gtest/gtest.h>
#include <omp.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "spellings.h"

namespace {

constexpr std::int32_t kFour = 4;
constexpr std::int64_t kFive = 5;

}  // namespace

TEST(Spellings, icvs) {
  ompc_set_num_threads(7);
  EXPECT_EQ(omp_get_max_threads(), 7);
  ompc_set_dynamic(1);
  EXPECT_NE(omp_get_dynamic(), 0);
  ompc_set_dynamic(0);
  ompc_set_max_active_levels(3);
  EXPECT_EQ(omp_get_max_active_levels(), 3);
  ompc_set_nested(0);
  EXPECT_EQ(omp_get_nested_(), 0);
  const std::int32_t yes = 1, no = 0;
  const std::int64_t no_8 = 0;
  omp_set_nested_(&yes);
  EXPECT_NE(omp_get_nested_(), 0);
  omp_set_nested_8_(&no_8);
  EXPECT_EQ(omp_get_nested_(), 0);
  omp_set_nested_(&no);
  ompc_set_schedule(omp_sched_guided, 6);
  omp_sched_t kind = omp_sched_auto;
  int chunk = 0;
  omp_get_schedule(&kind, &chunk);
  EXPECT_EQ(kind, omp_sched_guided);
  EXPECT_EQ(chunk, 6);
  omp_set_default_device_(&kFour);
  EXPECT_EQ(omp_get_default_device_(), 4);
  omp_set_default_device_8_(&kFive);
  EXPECT_EQ(omp_get_default_device_(), 5);
  omp_set_default_device(0);
  EXPECT_EQ(omp_get_cancellation_(), omp_get_cancellation());
  EXPECT_EQ(omp_get_max_task_priority_(), omp_get_max_task_priority());
  EXPECT_EQ(omp_get_proc_bind_(), static_cast<std::int32_t>(omp_get_proc_bind()));
}

TEST(Spellings, teams_and_levels) {
  omp_set_num_teams_(&kFour);
  EXPECT_EQ(omp_get_max_teams_(), 4);
  omp_set_num_teams_8_(&kFive);
  EXPECT_EQ(omp_get_max_teams_(), 5);
  omp_set_teams_thread_limit_(&kFour);
  EXPECT_EQ(omp_get_teams_thread_limit_(), 4);
  omp_set_teams_thread_limit_8_(&kFive);
  EXPECT_EQ(omp_get_teams_thread_limit_(), 5);
  EXPECT_EQ(ompc_get_ancestor_thread_num(0), 0);
  EXPECT_EQ(ompc_get_team_size(0), 1);
  EXPECT_EQ(omp_in_explicit_task_(), 0);
  int inside = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task shared(inside)
  inside = omp_in_explicit_task() + omp_in_explicit_task_();
  EXPECT_EQ(inside, 2);
}

TEST(Spellings, devices) {
  EXPECT_EQ(omp_get_device_num_(), omp_get_initial_device());
  EXPECT_EQ(omp_get_initial_device_(), omp_get_initial_device());
  char from[4] = "abc", to[4] = "";
  const int host = omp_get_initial_device();
  EXPECT_EQ(plain_target_memcpy_async(to, from, 4, 0, 0, host, host, 0, nullptr), 0);
  EXPECT_STREQ(to, "abc");
  const std::size_t all[] = {4}, none[] = {0};
  from[0] = 'x';
  EXPECT_EQ(plain_target_memcpy_rect_async(to, from, 1, 1, all, none, none, all, all, host, host, 0, nullptr), 0);
  EXPECT_STREQ(to, "xbc");
  from[0] = 'y';
  EXPECT_EQ(omp_target_memcpy_async_(to, from, 1, 2, 0, host, host, 0, nullptr), 0);
  EXPECT_STREQ(to, "xby");
  EXPECT_EQ(omp_target_memcpy_rect_async_(to, from, 1, 1, all, none, none, all, all, host, host, 0, nullptr), 0);
  EXPECT_STREQ(to, "ybc");
  EXPECT_EQ(omp_get_mapped_ptr(from, host), from);
  EXPECT_EQ(omp_get_mapped_ptr(from, 9), nullptr);
  EXPECT_NE(omp_target_is_accessible(from, 4, host), 0);
  EXPECT_EQ(omp_target_is_accessible(from, 4, 9), 0);
  EXPECT_NE(omp_target_disassociate_ptr(from, host), 0);
  EXPECT_EQ(plain_get_num_interop_properties(nullptr), 0);
  EXPECT_EQ(omp_get_num_interop_properties_(nullptr), 0);
  int code = 0;
  EXPECT_EQ(omp_get_interop_int_(nullptr, -1, &code), 0);
  EXPECT_EQ(plain_get_interop_ptr(nullptr, -1, &code), nullptr);
  EXPECT_EQ(omp_get_interop_ptr_(nullptr, -1, &code), nullptr);
  EXPECT_EQ(plain_get_interop_str(nullptr, -1, &code), nullptr);
  EXPECT_EQ(plain_get_interop_type_desc(nullptr, -1), nullptr);
  EXPECT_NE(omp_control_tool_(1, 0, nullptr), 0);
}

TEST(Spellings, pausing) {
  const std::int32_t soft = 1, host = omp_get_initial_device();
  EXPECT_EQ(omp_pause_resource_(&soft, &host), 0);
  EXPECT_EQ(omp_pause_resource_all_(&soft), 0);
  EXPECT_EQ(__kmpc_pause_resource(soft), 0);
}

TEST(Spellings, places_agree_with_the_c_routines) {
  EXPECT_EQ(omp_get_num_places_(), omp_get_num_places());
  EXPECT_EQ(omp_get_place_num_(), omp_get_place_num());
  EXPECT_EQ(omp_get_partition_num_places_(), omp_get_partition_num_places());
  const std::int32_t place = 0;
  const std::int64_t place_8 = 0;
  EXPECT_EQ(omp_get_place_num_procs_(&place), omp_get_place_num_procs(0));
  EXPECT_EQ(omp_get_place_num_procs_8_(&place_8), omp_get_place_num_procs(0));
  std::int32_t ids[1024] = {}, nums[1024] = {};
  std::int64_t ids_8[1024] = {}, nums_8[1024] = {};
  omp_get_place_proc_ids_(&place, ids);
  omp_get_place_proc_ids_8_(&place_8, ids_8);
  omp_get_partition_place_nums_(nums);
  omp_get_partition_place_nums_8_(nums_8);
  for (int i = 0; i < omp_get_place_num_procs(0); ++i) {
    EXPECT_EQ(ids[i], ids_8[i]);
  }
  for (int i = 0; i < omp_get_partition_num_places(); ++i) {
    EXPECT_EQ(nums[i], nums_8[i]);
  }
}

TEST(Spellings, display) {
  testing::internal::CaptureStderr();
  const std::int32_t verbose = 0;
  const std::int64_t verbose_8 = 0;
  omp_display_env_(&verbose);
  omp_display_env_8_(&verbose_8);
  const std::string shown = testing::internal::GetCapturedStderr();
  const std::size_t first = shown.find("OPENMP DISPLAY ENVIRONMENT BEGIN");
  EXPECT_NE(first, std::string::npos);
  EXPECT_NE(shown.find("OPENMP DISPLAY ENVIRONMENT BEGIN", first + 1), std::string::npos);

  testing::internal::CaptureStdout();
  omp_display_affinity("one %n");
  omp_display_affinity_("two %n", 6);
  ompc_display_affinity("three %n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "one 0\ntwo 0\nthree 0\n");
}

TEST(Spellings, waiting_and_stacks) {
  const std::int32_t blocktime = 30;
  const std::size_t bytes = 1 << 20;
  const std::int32_t short_bytes = 1 << 19;
  kmpc_set_blocktime(blocktime);
  EXPECT_EQ(kmp_get_blocktime_(), 30);
  kmp_set_stacksize_s_(&bytes);
  EXPECT_EQ(kmp_get_stacksize_s_(), bytes);
  kmpc_set_stacksize_s(2 * bytes);
  EXPECT_EQ(kmp_get_stacksize_s_(), 2 * bytes);
  kmp_set_stacksize(short_bytes);
  EXPECT_EQ(kmp_get_stacksize_(), short_bytes);
  kmpc_set_stacksize(short_bytes * 2);
  EXPECT_EQ(kmp_get_stacksize_(), short_bytes * 2);
  kmp_set_stacksize_(&short_bytes);
  EXPECT_EQ(kmp_get_stacksize_(), short_bytes);
  for (const std::int32_t kind : {2, 3}) {
    kmp_set_library_(&kind);
    EXPECT_EQ(kmp_get_library_(), kind);
    kmpc_set_library(kind);
    EXPECT_EQ(kmp_get_library_(), kind);
  }
  kmp_set_library_serial();
  EXPECT_EQ(kmp_get_library_(), 1);
  kmp_set_library_serial_();
  EXPECT_EQ(omp_get_max_threads(), 1);
  kmp_set_library_turnaround();
  kmp_set_library_turnaround_();
  EXPECT_EQ(kmp_get_library_(), 2);
  kmp_set_library_throughput();
  kmp_set_library_throughput_();
  EXPECT_EQ(kmp_get_library_(), 3);
  // Any number of buffers is as good as another.
  kmp_set_disp_num_buffers(4);
  kmp_set_disp_num_buffers_(&kFour);
  kmpc_set_disp_num_buffers(4);
  kmpc_set_defaults("OMP_NUM_THREADS=5");
  EXPECT_EQ(omp_get_max_threads(), 5);
  kmp_set_warnings_off_();
  kmp_set_warnings_on_();
  EXPECT_GE(kmp_get_num_known_threads_(), 1);
}

TEST(Spellings, memory) {
  const std::size_t size = 40, more = 80, alignment = 64;
  void* blocks[] = {kmp_malloc_(&size),
                    kmpc_malloc(size),
                    kmp_calloc(5, 8),
                    kmpc_calloc(5, 8),
                    kmp_aligned_malloc_(&size, &alignment),
                    kmpc_aligned_malloc(size, alignment)};
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks[4]) % alignment, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks[5]) % alignment, 0U);
  std::memset(blocks[0], 1, size);
  blocks[0] = kmp_realloc_(&blocks[0], &more);
  blocks[1] = kmpc_realloc(blocks[1], more);
  EXPECT_EQ(static_cast<char*>(blocks[0])[size - 1], 1);
  EXPECT_EQ(static_cast<char*>(blocks[2])[size - 1], 0);
  EXPECT_EQ(static_cast<char*>(blocks[3])[size - 1], 0);
  for (void* block : blocks) {
    ASSERT_NE(block, nullptr);
    kmpc_free(block);
  }
}

TEST(Spellings, allocators) {
  EXPECT_EQ(omp_null_allocator_object, 0U);
  const std::uintptr_t handles[] = {omp_default_mem_alloc_object, omp_large_cap_mem_alloc_object,
                                    omp_const_mem_alloc_object,   omp_high_bw_mem_alloc_object,
                                    omp_low_lat_mem_alloc_object, omp_cgroup_mem_alloc_object,
                                    omp_pteam_mem_alloc_object,   omp_thread_mem_alloc_object};
  for (std::uintptr_t i = 0; i < 8; ++i) {
    EXPECT_EQ(handles[i], i + 1);
  }
  EXPECT_GE(kmp_max_mem_alloc_object, 8U);
  const std::uintptr_t spaces[] = {omp_default_mem_space_object, omp_large_cap_mem_space_object,
                                   omp_const_mem_space_object, omp_high_bw_mem_space_object,
                                   omp_low_lat_mem_space_object};
  for (std::uintptr_t i = 0; i < 5; ++i) {
    EXPECT_EQ(spaces[i], i);
  }
  const std::uintptr_t space = 0;
  const std::int32_t none = 0;
  const std::int64_t none_8 = 0;
  std::uintptr_t made[] = {omp_init_allocator_(&space, &none, nullptr), omp_init_allocator_8_(&space, &none_8, nullptr),
                           __kmpc_init_allocator(0, 0, 0, nullptr)};
  const std::uintptr_t before = omp_get_default_allocator_();
  omp_set_default_allocator_(&made[0]);
  EXPECT_EQ(__kmpc_get_default_allocator(0), made[0]);
  __kmpc_set_default_allocator(0, made[1]);
  EXPECT_EQ(omp_get_default_allocator_(), made[1]);
  void* aligned = __kmpc_aligned_alloc(0, 256, 10, made[2]);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned) % 256, 0U);
  auto* zeroed = static_cast<char*>(__kmpc_calloc(0, 4, 4, made[2]));
  EXPECT_EQ(zeroed[15], 0);
  zeroed[0] = 5;
  zeroed = static_cast<char*>(__kmpc_realloc(0, zeroed, 1000, made[2], made[2]));
  EXPECT_EQ(zeroed[0], 5);
  __kmpc_free(0, aligned, made[2]);
  __kmpc_free(0, zeroed, made[2]);
  omp_set_default_allocator_(&before);
  omp_destroy_allocator_(&made[0]);
  omp_destroy_allocator_(&made[1]);
  __kmpc_destroy_allocator(0, made[2]);
}

TEST(Spellings, affinity_masks) {
  void *mask = nullptr, *other = nullptr;
  kmp_create_affinity_mask_(&mask);
  kmp_create_affinity_mask_(&other);
  ASSERT_EQ(kmp_get_affinity_(&mask), 0);
  std::int32_t cpu = 0;
  while (kmp_get_affinity_mask_proc_(&cpu, &mask) != 1) {
    ASSERT_LT(++cpu, kmp_get_affinity_max_proc_());
  }
  EXPECT_EQ(kmpc_get_affinity_mask_proc(cpu, &mask), 1);
  EXPECT_EQ(kmp_set_affinity_mask_proc_(&cpu, &other), 0);
  EXPECT_EQ(kmp_unset_affinity_mask_proc_(&cpu, &other), 0);
  EXPECT_EQ(kmpc_get_affinity_mask_proc(cpu, &other), 0);
  EXPECT_EQ(kmpc_set_affinity_mask_proc(cpu, &other), 0);
  EXPECT_EQ(kmpc_unset_affinity_mask_proc(cpu, &other), 0);
  EXPECT_EQ(kmpc_set_affinity_mask_proc(cpu, &other), 0);
  EXPECT_EQ(kmp_set_affinity_(&other), 0);
  EXPECT_EQ(kmp_set_thread_affinity_mask_initial(), 0);
  kmp_destroy_affinity_mask_(&mask);
  kmp_destroy_affinity_mask_(&other);
}

TEST(Spellings, locks) {
  std::uint64_t lock = 0, nest = 0;
  omp_init_lock_with_hint_(&lock, 0);
  omp_init_nest_lock_with_hint_(&nest, 0);
  __kmpc_init_lock_with_hint(nullptr, 0, &lock, 0);
  EXPECT_EQ(__kmpc_test_lock(nullptr, 0, &lock), 1);
  EXPECT_EQ(__kmpc_test_lock(nullptr, 0, &lock), 0);
  __kmpc_unset_lock(nullptr, 0, &lock);
  __kmpc_destroy_lock(nullptr, 0, &lock);
  __kmpc_init_nest_lock(nullptr, 0, &nest);
  __kmpc_set_nest_lock(nullptr, 0, &nest);
  EXPECT_EQ(__kmpc_test_nest_lock(nullptr, 0, &nest), 2);
  __kmpc_unset_nest_lock(nullptr, 0, &nest);
  __kmpc_unset_nest_lock(nullptr, 0, &nest);
  __kmpc_destroy_nest_lock(nullptr, 0, &nest);
}
