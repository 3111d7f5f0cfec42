// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host is the only device: routines serve it and refuse every other. Places and tools: there are none.
#include <gtest/gtest.h>
#include <omp.h>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Not in every omp.h, and declared with its own types where they are: hence under other names here.
int control_tool(int, int, void*) __asm__("omp_control_tool");
std::intptr_t interop_int(const void*, int, int*) __asm__("omp_get_interop_int");
const char* interop_name(const void*, int) __asm__("omp_get_interop_name");
const char* interop_rc_desc(const void*, int) __asm__("omp_get_interop_rc_desc");

TEST(Devices, there_is_the_host_alone) {
  EXPECT_EQ(omp_get_num_devices(), 0);
  EXPECT_EQ(omp_get_initial_device(), 0);
  EXPECT_EQ(omp_get_device_num(), 0);
  EXPECT_NE(omp_is_initial_device(), 0);
  omp_set_default_device(3);
  EXPECT_EQ(omp_get_default_device(), 3);
  omp_set_default_device(0);
}

TEST(Devices, memory_of_the_host_is_had_and_of_others_not) {
  const int host = omp_get_initial_device();
  void* block = omp_target_alloc(100, host);
  EXPECT_NE(block, nullptr);
  EXPECT_NE(omp_target_is_present(block, host), 0);
  EXPECT_EQ(omp_target_is_present(block, 5), 0);
  EXPECT_EQ(omp_target_alloc(100, 5), nullptr);
  EXPECT_EQ(omp_target_associate_ptr(block, block, 100, 0, host), EINVAL);
  omp_target_free(block, host);
}

TEST(Devices, copies_a_block) {
  char to[8] = "_______";
  EXPECT_EQ(omp_target_memcpy(to, "abcdef", 3, 2, 1, 0, 0), 0);
  EXPECT_STREQ(to, "__bcd__");
  EXPECT_EQ(omp_target_memcpy(to, "abcdef", 3, 0, 0, 0, 7), EINVAL);
}

TEST(Devices, copies_a_rectangle) {
  int from[4][5];
  int to[3][6] = {};
  for (int i = 0; i < 20; ++i) {
    from[i / 5][i % 5] = i;
  }
  const std::size_t volume[] = {2, 3};
  const std::size_t to_offsets[] = {1, 2};
  const std::size_t from_offsets[] = {2, 1};
  const std::size_t to_dimensions[] = {3, 6};
  const std::size_t from_dimensions[] = {4, 5};
  EXPECT_EQ(omp_target_memcpy_rect(to, from, sizeof(int), 2, volume, to_offsets, from_offsets, to_dimensions,
                                   from_dimensions, 0, 0),
            0);
  const int expected[3][6] = {{0, 0, 0, 0, 0, 0}, {0, 0, 11, 12, 13, 0}, {0, 0, 16, 17, 18, 0}};
  EXPECT_EQ(memcmp(to, expected, sizeof to), 0);
  EXPECT_EQ(omp_target_memcpy_rect(nullptr, nullptr, 1, 1, volume, to_offsets, from_offsets, to_dimensions,
                                   from_dimensions, 0, 0),
            INT_MAX)
      << "the number of dimensions that are possible";
}

TEST(Places, there_are_none) {
  EXPECT_EQ(omp_get_num_places(), 0);
  EXPECT_EQ(omp_get_place_num(), -1);
  EXPECT_EQ(omp_get_place_num_procs(0), 0);
  EXPECT_EQ(omp_get_partition_num_places(), 0);
}

TEST(Tools, none_is_attached) { EXPECT_EQ(control_tool(1, 0, nullptr), -2); }

TEST(Interop, the_only_object_is_none) {
  int code = 9;
  EXPECT_EQ(interop_int(nullptr, -1, &code), 0);
  EXPECT_EQ(code, -1);
  EXPECT_STREQ(interop_name(nullptr, -1), "fr_id");
  EXPECT_STREQ(interop_name(nullptr, -9), "targetsync");
  EXPECT_EQ(interop_name(nullptr, -10), nullptr);
  EXPECT_NE(interop_rc_desc(nullptr, -6), nullptr);
  EXPECT_EQ(interop_rc_desc(nullptr, -7), nullptr);
}

TEST(Pause, threads_end_outside_of_regions_only) {
  int inside = 0;
#pragma omp parallel num_threads(3) reduction(+ : inside)
  inside += omp_pause_resource_all(omp_pause_soft) != 0 ? 1 : 0;
  EXPECT_EQ(inside, 3);
  EXPECT_EQ(omp_pause_resource_all(omp_pause_soft), 0);
  EXPECT_EQ(omp_pause_resource(omp_pause_hard, omp_get_initial_device()), 0);
  EXPECT_NE(omp_pause_resource(omp_pause_hard, 7), 0);
}

TEST(League, limits_are_what_was_set) {
  omp_set_num_teams(5);
  EXPECT_EQ(omp_get_max_teams(), 5);
  omp_set_num_teams(-1);
  EXPECT_EQ(omp_get_max_teams(), 5);
  omp_set_teams_thread_limit(3);
  EXPECT_EQ(omp_get_teams_thread_limit(), 3);
  EXPECT_EQ(omp_get_num_teams(), 1);
  EXPECT_EQ(omp_get_team_num(), 0);
}
