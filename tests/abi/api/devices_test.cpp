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
#include <string>

// Not in every omp.h, and declared with its own types where they are: hence under other names here.
int control_tool(int, int, void*) __asm__("omp_control_tool");
void* start_tool(unsigned, const char*) __asm__("ompt_start_tool");
void libomp_connect(void**) __asm__("ompt_libomp_connect");
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
  EXPECT_EQ(omp_target_memcpy_rect(nullptr, from, 1, 1, volume, to_offsets, from_offsets, to_dimensions,
                                   from_dimensions, 0, 0),
            EINVAL)
      << "one null pointer asks for nothing";
}

TEST(Places, there_are_none) {
  EXPECT_EQ(omp_get_num_places(), 0);
  EXPECT_EQ(omp_get_place_num(), -1);
  EXPECT_EQ(omp_get_place_num_procs(0), 0);
  EXPECT_EQ(omp_get_partition_num_places(), 0);
}

TEST(Tools, none_is_attached) { EXPECT_EQ(control_tool(1, 0, nullptr), -2); }

TEST(Tools, none_is_in_the_program_behind_the_library) { EXPECT_EQ(start_tool(202111, "test"), nullptr); }

TEST(Tools, no_device_is_connected) {
  void* initialize = &initialize;
  libomp_connect(&initialize);
  EXPECT_EQ(initialize, nullptr);
}

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

// As GCC 15 and gfortran 15 call them.
extern "C" {
void GOMP_interop(int, int, void*** init, const char*, const char* const*, int, void** use, int, void*** destroy,
                  unsigned, void** depend);
void* GOMP_target_map_indirect_ptr(void*);
void GOMP_add_alloc(void*);
bool GOMP_is_alloc(void*);
void omp_get_interop_name_(const char** text, std::size_t* length, const void* interop, int property);
void omp_get_interop_rc_desc_(const char** text, std::size_t* length, const void* interop, int code);
void omp_get_interop_str_(const char** text, std::size_t* length, const void* interop, int property, int* code);
void omp_get_interop_type_desc_(const char** text, std::size_t* length, const void* interop, int property);
void* omp_target_memset(void*, int, std::size_t, int device);
// LLVM's omp.h declares it with a type that GCC 12's does not have.
void* plain_target_memset_async(void*, int, std::size_t, int device, int count,
                                void* dependences) __asm__("omp_target_memset_async");
const char* omp_get_uid_from_device(int);
int omp_get_device_from_uid(const char*);
int omp_get_device_from_uid_(const char*, std::size_t length);
void omp_get_uid_from_device_(const char** text, std::size_t* length, int device);
void omp_get_uid_from_device_8_(const char** text, std::size_t* length, std::int64_t device);
}

TEST(Interop, objects_are_none) {
  int object = 0;
  void* made = &object;
  void* destroyed = &object;
  void** init[] = {&made};
  void** destroy[] = {&destroyed};
  const char kind = 1;
  GOMP_interop(-5, 1, init, &kind, nullptr, 0, nullptr, 1, destroy, 0, nullptr);
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(destroyed, nullptr);
}

TEST(Interop, gfortran_gets_text_with_its_length) {
  const char* text = nullptr;
  std::size_t length = 0;
  omp_get_interop_name_(&text, &length, nullptr, -2);
  EXPECT_EQ(std::string(text, length), "fr_name");
  omp_get_interop_rc_desc_(&text, &length, nullptr, 0);
  EXPECT_EQ(std::string(text, length), "success");
  int code = 0;
  omp_get_interop_str_(&text, &length, nullptr, -2, &code);
  EXPECT_EQ(length, 0U);
  EXPECT_EQ(code, -1);
  omp_get_interop_type_desc_(&text, &length, nullptr, -2);
  EXPECT_EQ(length, 0U);
}

TEST(Devices, the_host_has_a_name) {
  const char* name = omp_get_uid_from_device(omp_get_initial_device());
  ASSERT_NE(name, nullptr);
  EXPECT_EQ(omp_get_device_from_uid(name), omp_get_initial_device());
  EXPECT_EQ(omp_get_device_from_uid_(name, std::strlen(name)), omp_get_initial_device());
  EXPECT_LT(omp_get_device_from_uid("another"), -1);
  EXPECT_EQ(omp_get_uid_from_device(5), nullptr);
  const char* text = nullptr;
  std::size_t length = 0;
  omp_get_uid_from_device_(&text, &length, -1);
  EXPECT_EQ(std::string(text, length), name);
  omp_get_uid_from_device_8_(&text, &length, 5);
  EXPECT_EQ(length, 0U);
}

TEST(Devices, memory_is_set_on_the_host) {
  char block[8] = {};
  EXPECT_EQ(omp_target_memset(block, 7, 4, omp_get_initial_device()), block);
  EXPECT_EQ(plain_target_memset_async(block + 4, 9, 4, omp_get_initial_device(), 0, nullptr), block + 4);
  EXPECT_TRUE(block[3] == 7 && block[4] == 9);
  EXPECT_EQ(omp_target_memset(block, 1, 8, 5), nullptr);
  EXPECT_EQ(GOMP_target_map_indirect_ptr(block), block);
}

TEST(Allocated, is_asked_once) {
  int values[64];
  for (int& value : values) {
    GOMP_add_alloc(&value);
  }
  for (int& value : values) {
    EXPECT_TRUE(GOMP_is_alloc(&value));
    EXPECT_FALSE(GOMP_is_alloc(&value));
  }
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
