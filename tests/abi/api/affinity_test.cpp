// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The affinity format and its display, in C and Fortran; and libomp's affinity masks.
#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include <cstdint>
#include <string>

extern "C" std::size_t omp_capture_affinity_(char*, const char*, std::size_t, std::size_t);
extern "C" std::size_t omp_get_affinity_format_(char*, std::size_t);
extern "C" void omp_set_affinity_format_(const char*, std::size_t);
extern "C" int kmp_set_affinity(void**);
extern "C" int kmp_get_affinity(void**);
extern "C" int kmp_get_affinity_max_proc();
extern "C" void kmp_create_affinity_mask(void**);
extern "C" void kmp_destroy_affinity_mask(void**);
extern "C" int kmp_set_affinity_mask_proc(int, void**);
extern "C" int kmp_get_affinity_mask_proc(int, void**);
extern "C" int kmp_unset_affinity_mask_proc(int, void**);

namespace {

std::string captured(const char* format) {
  char buffer[512];
  const std::size_t length = omp_capture_affinity(buffer, sizeof buffer, format);
  EXPECT_EQ(length, std::string(buffer).size());
  return buffer;
}

}  // namespace

TEST(AffinityFormat, fields_have_width_zeros_and_two_names) {
  EXPECT_EQ(captured("[%n|%N|%L|%a|%t|%T]"), "[0|1|0|-1|0|1]");
  EXPECT_EQ(captured("[%{thread_num}|%{num_threads}|%{nesting_level}|%{ancestor_tnum}]"), "[0|1|0|-1]");
  EXPECT_EQ(captured("[%4n|%.4n|%0.4n|%0.4{ancestor_tnum}]"), "[0   |   0|0000|-001]");
  EXPECT_EQ(captured("100%%"), "100%");
  EXPECT_EQ(captured("%P"), std::to_string(getpid()));
  EXPECT_EQ(captured("%i"), std::to_string(gettid()));
}

TEST(AffinityFormat, a_field_that_does_not_exist_is_undefined) {
  EXPECT_EQ(captured("%q %{nonsense} %"), "undefined undefined undefined");
}

TEST(AffinityFormat, affinity_is_a_list_of_ranges) {
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  int cpu = 0;
  while (!CPU_ISSET(cpu, &one)) {
    ++cpu;
  }
  EXPECT_EQ(captured("%A"), std::to_string(cpu));
  sched_setaffinity(0, sizeof before, &before);
}

TEST(AffinityFormat, a_short_buffer_is_cut_and_the_whole_length_told) {
  char buffer[5] = {'x', 'x', 'x', 'x', 'x'};
  EXPECT_EQ(omp_capture_affinity(buffer, sizeof buffer, "abcdefgh"), 8U);
  EXPECT_STREQ(buffer, "abcd");
  EXPECT_EQ(omp_capture_affinity(nullptr, 0, "abcdefgh"), 8U);
}

TEST(AffinityFormat, what_is_set_is_what_is_got_and_used) {
  char buffer[64];
  omp_set_affinity_format("thread %n of %N");
  EXPECT_EQ(omp_get_affinity_format(buffer, sizeof buffer), 15U);
  EXPECT_STREQ(buffer, "thread %n of %N");
  EXPECT_EQ(captured(nullptr), "thread 0 of 1");
  EXPECT_EQ(captured(""), "thread 0 of 1");
}

TEST(AffinityFormat, fortran_fills_up_with_blanks) {
  omp_set_affinity_format_("%n/%NXXX", 5);
  char buffer[8];
  EXPECT_EQ(omp_get_affinity_format_(buffer, sizeof buffer), 5U);
  EXPECT_EQ(std::string(buffer, sizeof buffer), "%n/%N   ");
  EXPECT_EQ(omp_capture_affinity_(buffer, "", sizeof buffer, 0), 3U);
  EXPECT_EQ(std::string(buffer, sizeof buffer), "0/1     ");
  EXPECT_EQ(omp_capture_affinity_(buffer, "<%.6n>", sizeof buffer, 6), 8U);
  EXPECT_EQ(std::string(buffer, sizeof buffer), "<     0>");
}

TEST(AffinityMask, holds_cpus_of_the_process_only) {
  void* mask = nullptr;
  kmp_create_affinity_mask(&mask);
  ASSERT_NE(mask, nullptr);
  const int last = kmp_get_affinity_max_proc() - 1;
  ASSERT_GE(last, 0);
  EXPECT_EQ(kmp_get_affinity_mask_proc(last, &mask), 0);
  EXPECT_EQ(kmp_set_affinity_mask_proc(last, &mask), 0);
  EXPECT_EQ(kmp_get_affinity_mask_proc(last, &mask), 1);
  EXPECT_EQ(kmp_unset_affinity_mask_proc(last, &mask), 0);
  EXPECT_EQ(kmp_get_affinity_mask_proc(last, &mask), 0);
  EXPECT_EQ(kmp_set_affinity_mask_proc(-1, &mask), -1);
  EXPECT_EQ(kmp_set_affinity_mask_proc(last + 1, &mask), -1);
  kmp_destroy_affinity_mask(&mask);
  EXPECT_EQ(mask, nullptr);
  EXPECT_EQ(kmp_set_affinity(&mask), -1);
}

TEST(AffinityMask, binds_the_calling_thread) {
  void* before = nullptr;
  void* one = nullptr;
  kmp_create_affinity_mask(&before);
  kmp_create_affinity_mask(&one);
  ASSERT_EQ(kmp_get_affinity(&before), 0);
  const int last = kmp_get_affinity_max_proc() - 1;
  kmp_set_affinity_mask_proc(last, &one);
  EXPECT_EQ(kmp_set_affinity(&one), 0);
  EXPECT_EQ(sched_getcpu(), last);
  EXPECT_EQ(kmp_set_affinity(&before), 0);
  kmp_destroy_affinity_mask(&one);
  kmp_destroy_affinity_mask(&before);
}
