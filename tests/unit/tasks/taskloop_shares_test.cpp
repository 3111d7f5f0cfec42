// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "tasks/tasks.h"

namespace muster::tasks {
namespace {

constexpr std::uint64_t kDefaultTasks = 4;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

// The shares follow each other without a gap from the first iteration to the last, and none is empty.
void expect_covered(std::uint64_t total, const TaskloopClause& clause) {
  const TaskloopShares shares(total, clause, kDefaultTasks);
  std::uint64_t next = 0;
  for (std::uint64_t task = 0; task < shares.tasks(); ++task) {
    const loops::Range share = shares.share(task);
    ASSERT_EQ(share.first, next);
    ASSERT_GT(share.last, share.first);
    next = share.last;
  }
  ASSERT_EQ(next, total);
}

TEST(TaskloopShares, CoverTheLoopOnce) {
  for (const Granularity kind : {Granularity::none, Granularity::grainsize, Granularity::num_tasks}) {
    for (const bool strict : {false, true}) {
      for (std::uint64_t total = 0; total < 40; ++total) {
        for (std::uint64_t value = 0; value < 45; ++value) {
          expect_covered(total, {kind, strict, value});
        }
      }
    }
  }
}

TEST(TaskloopShares, GrainsizeIsTheLeastAndLessThanHalfOfTheMost) {
  for (std::uint64_t total = 1; total < 60; ++total) {
    for (std::uint64_t grain = 1; grain < 70; ++grain) {
      const TaskloopShares shares(total, {Granularity::grainsize, false, grain}, kDefaultTasks);
      for (std::uint64_t task = 0; task < shares.tasks(); ++task) {
        ASSERT_GE(shares.share(task).size(), grain < total ? grain : total);
        ASSERT_LT(shares.share(task).size(), 2 * grain);
      }
    }
  }
}

TEST(TaskloopShares, StrictGrainsizeIsMetByAllButTheLast) {
  const TaskloopShares shares(100, {Granularity::grainsize, true, 30}, kDefaultTasks);
  ASSERT_EQ(shares.tasks(), 4U);
  EXPECT_EQ(shares.share(2).size(), 30U);
  EXPECT_EQ(shares.share(3).size(), 10U);
}

TEST(TaskloopShares, NumTasksIsMetUnlessThereAreFewerIterations) {
  EXPECT_EQ(TaskloopShares(100, {Granularity::num_tasks, false, 7}, kDefaultTasks).tasks(), 7U);
  EXPECT_EQ(TaskloopShares(5, {Granularity::num_tasks, true, 7}, kDefaultTasks).tasks(), 5U);
  EXPECT_EQ(TaskloopShares(100, {}, kDefaultTasks).tasks(), kDefaultTasks);
  EXPECT_EQ(TaskloopShares(0, {}, kDefaultTasks).tasks(), 0U);
}

TEST(TaskloopShares, AreSeveralForEachThreadWithoutAClause) {
  EXPECT_EQ(default_taskloop_tasks(1), 1U);
  for (const std::uint32_t threads : {2U, 5U, 64U}) {
    const TaskloopShares shares(100'000, {}, default_taskloop_tasks(threads));
    EXPECT_EQ(shares.tasks() % threads, 0U);
    EXPECT_GT(shares.tasks(), 4 * threads);
  }
}

TEST(TaskloopShares, HoldForTheLongestLoop) {
  const TaskloopShares even(kMost, {Granularity::num_tasks, false, 3}, kDefaultTasks);
  EXPECT_EQ(even.share(2).last, kMost);
  const TaskloopShares strict(kMost, {Granularity::grainsize, true, kMost - 1}, kDefaultTasks);
  ASSERT_EQ(strict.tasks(), 2U);
  EXPECT_EQ(strict.share(1).size(), 1U);
}

}  // namespace
}  // namespace muster::tasks
