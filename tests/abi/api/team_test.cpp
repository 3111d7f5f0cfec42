// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries about teams and levels, outside and inside of nested regions.
#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <cstdint>
#include <thread>

extern "C" std::int32_t omp_get_ancestor_thread_num_(const std::int32_t*);
extern "C" std::int32_t omp_get_ancestor_thread_num_8_(const std::int64_t*);
extern "C" std::int32_t omp_get_team_size_(const std::int32_t*);
extern "C" std::int32_t omp_get_team_size_8_(const std::int64_t*);
extern "C" std::int32_t omp_get_thread_num_();
extern "C" std::int32_t omp_get_num_threads_();

TEST(Team, outside_of_a_region_there_is_one_thread) {
  EXPECT_EQ(omp_get_thread_num(), 0);
  EXPECT_EQ(omp_get_num_threads(), 1);
  EXPECT_EQ(omp_in_parallel(), 0);
  EXPECT_EQ(omp_get_level(), 0);
  EXPECT_EQ(omp_get_active_level(), 0);
  EXPECT_EQ(omp_get_ancestor_thread_num(0), 0);
  EXPECT_EQ(omp_get_team_size(0), 1);
}

TEST(Team, a_level_that_does_not_exist_is_refused) {
  for (const int level : {-1, 1, 1000}) {
    EXPECT_EQ(omp_get_ancestor_thread_num(level), -1);
    EXPECT_EQ(omp_get_team_size(level), -1);
  }
}

TEST(Team, a_thread_that_the_runtime_never_saw_is_alone) {
  std::thread([] {
    EXPECT_EQ(omp_get_thread_num(), 0);
    EXPECT_EQ(omp_get_num_threads(), 1);
    EXPECT_EQ(omp_get_level(), 0);
  }).join();
}

TEST(Team, nested_regions_know_their_ancestors) {
  omp_set_max_active_levels(2);
  std::atomic<int> wrong{0};
  std::atomic<int> members{0};
#pragma omp parallel num_threads(3)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
      ++members;
      const std::int32_t one = 1;
      const std::int64_t one_long = 1;
      const bool right =
          omp_get_level() == 2 && omp_get_active_level() == 2 && omp_in_parallel() != 0 && omp_get_num_threads() == 2 &&
          omp_get_ancestor_thread_num(1) == outer && omp_get_ancestor_thread_num(2) == omp_get_thread_num() &&
          omp_get_ancestor_thread_num(0) == 0 && omp_get_team_size(0) == 1 && omp_get_team_size(1) == 3 &&
          omp_get_team_size(2) == 2 && omp_get_team_size(3) == -1 && omp_get_ancestor_thread_num_(&one) == outer &&
          omp_get_ancestor_thread_num_8_(&one_long) == outer && omp_get_team_size_(&one) == 3 &&
          omp_get_team_size_8_(&one_long) == 3 && omp_get_thread_num_() == omp_get_thread_num() &&
          omp_get_num_threads_() == 2;
      wrong += right ? 0 : 1;
    }
  }
  EXPECT_EQ(members, 6);
  EXPECT_EQ(wrong, 0);
  omp_set_max_active_levels(1);
}

TEST(Team, an_inactive_region_counts_as_a_level_and_not_as_an_active_one) {
  int level = -1;
  int active = -1;
  int in_parallel = -1;
#pragma omp parallel if (0)
  {
    level = omp_get_level();
    active = omp_get_active_level();
    in_parallel = omp_in_parallel();
  }
  EXPECT_EQ(level, 1);
  EXPECT_EQ(active, 0);
  EXPECT_EQ(in_parallel, 0);
}
