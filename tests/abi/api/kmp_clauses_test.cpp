// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points for clauses that Clang 19 does not emit yet or emits rarely: num_threads with a list and strict, schedules that keep
// vectors whole, doacross loops by bounds, and libomp's own settings.
#include <gtest/gtest.h>
#include <omp.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "kmp_calls.h"

namespace {

using Region = void (*)(std::int32_t*, std::int32_t*, ...);

std::vector<int> sizes;  // of the teams that the last fork made, outermost first

void inner(std::int32_t*, std::int32_t*, ...) {
  if (omp_get_thread_num() == 0) {
    sizes.push_back(omp_get_num_threads());
  }
}
void middle(std::int32_t*, std::int32_t* number, ...) {
  if (*number == 0) {
    sizes.push_back(omp_get_num_threads());
    __kmpc_fork_call(nullptr, 0, &inner);
  }
}
void outer(std::int32_t*, std::int32_t* number, ...) {
  if (*number == 0) {
    sizes = {omp_get_num_threads()};
    __kmpc_fork_call(nullptr, 0, &middle);
  }
}

std::vector<int> forked() {
  __kmpc_fork_call(nullptr, 0, &outer);
  return sizes;
}

class Levels : public testing::Test {
 protected:
  void SetUp() override {
    omp_set_max_active_levels(3);
    omp_set_num_threads(1);
  }
  void TearDown() override { omp_set_max_active_levels(1); }
};

std::string written_by(void (*body)()) {
  testing::internal::CaptureStderr();
  body();
  return testing::internal::GetCapturedStderr();
}

// All chunks of a loop from 0 to `last`, dealt to one thread after another.
struct Chunk {
  std::int32_t lower, upper;
  bool last;
};
std::vector<Chunk> dealt(std::int32_t schedule, std::int32_t last, std::int32_t chunk, int threads) {
  std::vector<Chunk> all;
#pragma omp parallel num_threads(threads)
  {
    __kmpc_dispatch_init_4(nullptr, 0, schedule, 0, last, 1, chunk);
    std::int32_t is_last = 0, lower = 0, upper = 0, step = 0;
    while (__kmpc_dispatch_next_4(nullptr, 0, &is_last, &lower, &upper, &step) != 0) {
#pragma omp critical
      all.push_back({lower, upper, is_last != 0});
    }
  }
  return all;
}

void expect_whole_vectors(const std::vector<Chunk>& chunks, std::int32_t last, std::int32_t width) {
  std::vector<int> ran(static_cast<std::size_t>(last) + 1);
  int last_chunks = 0;
  for (const Chunk& chunk : chunks) {
    EXPECT_EQ(chunk.lower % width, 0);
    EXPECT_TRUE(chunk.last ? chunk.upper == last : (chunk.upper + 1) % width == 0);
    last_chunks += chunk.last ? 1 : 0;
    for (std::int32_t i = chunk.lower; i <= chunk.upper; ++i) {
      ++ran[static_cast<std::size_t>(i)];
    }
  }
  EXPECT_EQ(last_chunks, 1);
  EXPECT_EQ(ran, std::vector<int>(ran.size(), 1));
}

}  // namespace

TEST_F(Levels, a_list_reaches_the_regions_inside_and_ends_with_the_fork) {
  const std::int32_t list[] = {3, 2, 1};
  __kmpc_push_num_threads_list(nullptr, 0, 3, list);
  EXPECT_EQ(forked(), (std::vector{3, 2, 1}));
  EXPECT_EQ(forked(), (std::vector{1, 1, 1}));
}

TEST_F(Levels, a_list_of_one_is_the_plain_clause) {
  const std::int32_t list[] = {2};
  __kmpc_push_num_threads_list(nullptr, 0, 1, list);
  EXPECT_EQ(forked(), (std::vector{2, 1, 1}));
  __kmpc_push_num_threads(nullptr, 0, 4);
  __kmpc_pop_num_threads(nullptr, 0);
  EXPECT_EQ(forked(), (std::vector{1, 1, 1}));
}

TEST_F(Levels, strict_is_silent_when_it_is_met_and_says_so_when_not) {
  EXPECT_EQ(written_by([] {
              __kmpc_push_num_threads_strict(nullptr, 0, 2, 1, "too few");
              EXPECT_EQ(forked()[0], 2);
            }),
            "");
  omp_set_max_active_levels(0);
  EXPECT_NE(written_by([] {
              const std::int32_t list[] = {2, 2};
              __kmpc_push_num_threads_list_strict(nullptr, 0, 2, list, 1, "too few");
              EXPECT_EQ(forked()[0], 1);
            }).find("too few"),
            std::string::npos);
}

TEST(LevelsDeathTest, strict_and_fatal_ends_the_program) {
  EXPECT_EXIT(
      {
        omp_set_max_active_levels(0);
        __kmpc_push_num_threads_strict(nullptr, 0, 2, 2, nullptr);
        forked();
      },
      testing::ExitedWithCode(1), "num_threads\\(strict:\\)");
}

TEST(GuidedLoops, begin_with_half_of_a_share_as_on_libomp) {
  constexpr std::int32_t kGuided = 36;
  for (const int threads : {2, 4, 8}) {
    std::int32_t first = 0;
    for (const Chunk& chunk : dealt(kGuided, 1023, 1, threads)) {
      first = chunk.lower == 0 ? chunk.upper + 1 : first;
    }
    EXPECT_EQ(first, 1024 / (2 * threads)) << threads << " threads";
  }
}

TEST(SimdSchedules, chunks_are_whole_vectors) {
  constexpr std::int32_t kBalanced = 45, kGuided = 46, kRuntime = 47;
  for (const std::int32_t last : {0, 2, 3, 4, 99, 1000}) {
    for (const int threads : {1, 2, 5}) {
      expect_whole_vectors(dealt(kBalanced, last, 4, threads), last, 4);
      expect_whole_vectors(dealt(kGuided, last, 8, threads), last, 8);
      for (const omp_sched_t kind : {omp_sched_static, omp_sched_dynamic, omp_sched_guided}) {
        omp_set_schedule(kind, 3);
        expect_whole_vectors(dealt(kRuntime, last, 4, threads), last, 12);
      }
    }
  }
  omp_set_schedule(omp_sched_static, 0);
}

TEST(Doacross, iterations_are_numbered_by_the_loop) {
  struct Dimension {
    std::int64_t lower, upper, step;
  };
  constexpr std::int64_t kFirst = 100, kLast = 10, kStep = -3;
  const Dimension loop{kFirst, kLast, kStep};
  std::vector<std::int64_t> order;
#pragma omp parallel num_threads(3)
  {
    __kmpc_doacross_init(nullptr, 0, 1, &loop);
    __kmpc_dispatch_init_8(nullptr, 0, 35, kFirst, kLast, kStep, 1);
    std::int64_t lower = 0, upper = 0, step = 0;
    while (__kmpc_dispatch_next_8(nullptr, 0, nullptr, &lower, &upper, &step) != 0) {
      const std::int64_t before = lower - kStep;
      __kmpc_doacross_wait(nullptr, 0, &before);
      order.push_back(lower);
      __kmpc_doacross_post(nullptr, 0, &lower);
    }
    __kmpc_doacross_fini(nullptr, 0);
  }
  std::vector<std::int64_t> expected;
  for (std::int64_t i = kFirst; i >= kLast; i += kStep) {
    expected.push_back(i);
  }
  EXPECT_EQ(order, expected);
}

// The nest is announced without a word on what of it is collapsed, and with bounds that belong to the loop or, as Clang passes them, do not.
TEST(Doacross, loops_are_collapsed_as_the_worksharing_loop_says) {
  struct Dimension {
    std::int64_t lower, upper, step;
  };
  constexpr std::int64_t kRows = 5, kColumns = 4;
  const Dimension inclusive[] = {{7, 7 + kRows - 1, 1}, {2 * kColumns, 2, -2}};
  const Dimension numbers[] = {{0, kRows, 1}, {0, kColumns, 1}};
  for (const Dimension* nest : {inclusive, numbers}) {
    int done[kRows][kColumns] = {};
    int early = 0;
#pragma omp parallel num_threads(3) reduction(+ : early)
    {
      __kmpc_doacross_init(nullptr, 0, 2, nest);
      __kmpc_dispatch_init_8(nullptr, 0, 35, 0, kRows * kColumns - 1, 1, 1);
      std::int64_t lower = 0, upper = 0, step = 0;
      while (__kmpc_dispatch_next_8(nullptr, 0, nullptr, &lower, &upper, &step) != 0) {
        const std::int64_t row = lower / kColumns, column = lower % kColumns;
        const auto values_at = [nest](std::int64_t i, std::int64_t j) {
          return std::array{nest[0].lower + i * nest[0].step, nest[1].lower + j * nest[1].step};
        };
        // The second is no iteration in the last column.
        __kmpc_doacross_wait(nullptr, 0, values_at(row - 1, column).data());
        __kmpc_doacross_wait(nullptr, 0, values_at(row - 1, column + 1).data());
        early += row > 0 && done[row - 1][column] == 0;
        early += row > 0 && column + 1 < kColumns && done[row - 1][column + 1] == 0;
        done[row][column] = 1;
        __kmpc_doacross_post(nullptr, 0, values_at(row, column).data());
      }
      __kmpc_doacross_fini(nullptr, 0);
    }
    EXPECT_EQ(early, 0);
  }
}

TEST(Defaults, variables_can_be_set_late) {
  kmp_set_defaults("OMP_NUM_THREADS=6|OMP_SCHEDULE=guided,9");
  EXPECT_EQ(omp_get_max_threads(), 6);
  omp_sched_t kind = omp_sched_auto;
  int chunk = 0;
  omp_get_schedule(&kind, &chunk);
  EXPECT_EQ(kind, omp_sched_guided);
  EXPECT_EQ(chunk, 9);
  kmp_set_defaults("OMP_NUM_THREADS");
  EXPECT_EQ(omp_get_max_threads(), 6);
  kmp_set_defaults_("OMP_NUM_THREADS=3   ", 20);
  EXPECT_EQ(omp_get_max_threads(), 3);
  kmp_set_defaults("OMP_SCHEDULE=static");
}

TEST(Defaults, target_offload_follows) {
  EXPECT_EQ(__kmpc_get_target_offload(), 1);
  kmp_set_defaults("OMP_TARGET_OFFLOAD=disabled");
  EXPECT_EQ(__kmpc_get_target_offload(), 0);
  kmp_set_defaults("OMP_TARGET_OFFLOAD=mandatory");
  EXPECT_EQ(__kmpc_get_target_offload(), 2);
  kmp_set_defaults("OMP_TARGET_OFFLOAD=default");
}

TEST(Defaults, warnings_are_told_or_not) {
  kmp_set_warnings_off();
  EXPECT_EQ(written_by([] { kmp_set_defaults("OMP_NUM_THREADS=banana"); }), "");
  kmp_set_warnings_on();
  EXPECT_NE(written_by([] { kmp_set_defaults("OMP_NUM_THREADS=banana"); }).find("banana"), std::string::npos);
}

TEST(Defaults, threads_are_known) {
#pragma omp parallel num_threads(4)
  {
#pragma omp barrier
  }
  EXPECT_GE(kmp_get_num_known_threads(), 4);
}
