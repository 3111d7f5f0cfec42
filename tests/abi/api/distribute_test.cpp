// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// distribute and distribute parallel for as single calls, and sections as calls: each iteration once, and one thread has the last.
#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "kmp_calls.h"

namespace {

constexpr std::int32_t kStaticChunked = 33, kStatic = 34, kDynamic = 35;

struct Loop {
  std::int32_t lower, upper, step, chunk, schedule;
};

// What the outlined functions below work on: the interface passes them no arguments that are not pointers.
Loop loop;
std::vector<std::atomic<int>> ran(0);
std::atomic<int> lasts{0};
enum class Way { for_static, for_dynamic, team_chunks } way;

std::size_t index_of(std::int32_t value) { return static_cast<std::size_t>((value - loop.lower) / loop.step); }

void run_range(std::int32_t lower, std::int32_t upper) {
  for (std::int32_t i = lower; loop.step > 0 ? i <= upper : i >= upper; i += loop.step) {
    ++ran.at(index_of(i));
  }
}

// A first chunk and its successors by the stride, cut at `end`.
void run_chunks(std::int32_t lower, std::int32_t upper, std::int32_t end, std::int32_t stride) {
  const auto beyond = [end](std::int32_t value) { return loop.step > 0 ? value > end : value < end; };
  while (!beyond(lower)) {
    run_range(lower, beyond(upper) ? end : upper);
    if (loop.schedule != kStaticChunked) {
      return;
    }
    lower += stride;
    upper += stride;
  }
}

void on_thread(std::int32_t* global, std::int32_t*, ...) {
  std::int32_t last = 0, lower = loop.lower, upper = loop.upper, team_upper = 0, stride = 0;
  if (way == Way::for_static) {
    __kmpc_dist_for_static_init_4(nullptr, *global, loop.schedule, &last, &lower, &upper, &team_upper, &stride,
                                  loop.step, loop.chunk);
    const bool empty = loop.step > 0 ? lower > upper : lower < upper;
    if (!empty) {
      run_chunks(lower, upper, team_upper, stride);
    }
    lasts += last;
    return;
  }
  std::int32_t team_last = 0;
  __kmpc_dist_dispatch_init_4(nullptr, *global, kDynamic, &team_last, lower, upper, loop.step, loop.chunk);
  while (__kmpc_dispatch_next_4(nullptr, *global, &last, &lower, &upper, &stride) != 0) {
    run_range(lower, upper);
    lasts += last != 0 && team_last != 0 ? 1 : 0;
  }
}

void on_team(std::int32_t* global, std::int32_t*, ...) {
  if (way != Way::team_chunks) {
    __kmpc_push_num_threads(nullptr, *global, 2);
    __kmpc_fork_call(nullptr, 0, &on_thread);
    return;
  }
  std::int32_t last = 0, lower = loop.lower, upper = loop.upper, stride = 0;
  __kmpc_team_static_init_4(nullptr, *global, &last, &lower, &upper, &stride, loop.step, loop.chunk);
  const bool empty = loop.step > 0 ? lower > upper : lower < upper;
  if (!empty) {
    run_chunks(lower, upper, loop.upper, stride);
  }
  lasts += last;
}

void expect_each_once(Way chosen, const Loop& tried, int teams) {
  way = chosen;
  loop = tried;
  lasts = 0;
  ran = std::vector<std::atomic<int>>(index_of(loop.upper) + 1);
  __kmpc_push_num_teams(nullptr, 0, teams, 2);
  __kmpc_fork_teams(nullptr, 0, &on_team);
  for (const std::atomic<int>& times : ran) {
    EXPECT_EQ(times, 1);
  }
  EXPECT_EQ(lasts, 1);
}

std::atomic<int> teams_seen{0}, wrong_leagues{0};
void count_team(std::int32_t*, std::int32_t*, ...) {
  ++teams_seen;
  wrong_leagues += omp_get_num_teams() < 4 || omp_get_num_teams() > 9 ? 1 : 0;
}

constexpr Loop kLoops[] = {{0, 99, 1, 3, 0}, {5, 6, 1, 2, 0}, {10, -10, -3, 2, 0}, {0, 0, 1, 1, 0}, {0, 10, 4, 1, 0}};

}  // namespace

TEST(Distribute, static_loops_are_divided_among_teams_and_threads) {
  for (Loop tried : kLoops) {
    for (const int teams : {1, 2, 3, 7}) {
      for (const std::int32_t schedule : {kStatic, kStaticChunked}) {
        tried.schedule = schedule;
        expect_each_once(Way::for_static, tried, teams);
      }
    }
  }
}

TEST(Distribute, dynamic_loops_are_dealt_inside_the_team_s_block) {
  for (const Loop& tried : kLoops) {
    for (const int teams : {1, 3}) {
      expect_each_once(Way::for_dynamic, tried, teams);
    }
  }
}

TEST(Distribute, chunks_go_to_the_teams_in_turn) {
  for (Loop tried : kLoops) {
    tried.schedule = kStaticChunked;
    for (const int teams : {1, 2, 5}) {
      expect_each_once(Way::team_chunks, tried, teams);
    }
  }
}

TEST(Distribute, a_team_knows_the_league_by_both_bounds) {
  __kmpc_push_num_teams_51(nullptr, 0, 4, 9, 1);
  __kmpc_fork_teams(nullptr, 0, &count_team);
  EXPECT_GE(teams_seen, 4);
  EXPECT_LE(teams_seen, 9);
  EXPECT_EQ(wrong_leagues, 0);
}

TEST(Sections, each_is_handed_out_once) {
  constexpr std::int32_t kSections = 17;
  for (const int threads : {1, 4}) {
    std::vector<std::atomic<int>> begun(kSections);
#pragma omp parallel num_threads(threads)
    for (int lap = 0; lap < 3; ++lap) {
      __kmpc_sections_init(nullptr, 0);
      for (;;) {
        const std::int32_t section = __kmpc_next_section(nullptr, 0, kSections);
        if (section >= kSections) {
          break;
        }
        ++begun.at(static_cast<std::size_t>(section));
      }
      __kmpc_end_sections(nullptr, 0);
#pragma omp barrier
    }
    for (const std::atomic<int>& times : begun) {
      EXPECT_EQ(times, 3);
    }
  }
}
