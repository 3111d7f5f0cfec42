// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/spin_budget.h"

#include <gtest/gtest.h>

namespace muster::waiting {
namespace {

TEST(SpinBudget, IsLongUntilWaitsAreLongTwiceInARow) {
  SpinBudget budget;
  base::Episode episode = 0;
  EXPECT_EQ(budget.next_ns(), SpinBudget::kLong_ns);
  budget.waited(++episode, SpinBudget::kLong_ns + 1);
  EXPECT_EQ(budget.next_ns(), SpinBudget::kLong_ns);
  budget.waited(++episode, SpinBudget::kLong_ns + 1);
  EXPECT_EQ(budget.next_ns(), SpinBudget::kShort_ns);
}

TEST(SpinBudget, IsLongAgainAfterOneShortWait) {
  SpinBudget budget;
  base::Episode episode = 0;
  for (int i = 0; i < 10; ++i) {
    budget.waited(++episode, SpinBudget::kLong_ns * 100);
  }
  EXPECT_EQ(budget.next_ns(), SpinBudget::kShort_ns);
  budget.waited(++episode, SpinBudget::kLong_ns);
  EXPECT_EQ(budget.next_ns(), SpinBudget::kLong_ns);
  budget.waited(++episode, SpinBudget::kLong_ns + 1);
  EXPECT_EQ(budget.next_ns(), SpinBudget::kLong_ns);
}

TEST(SpinBudget, CountsShortWaitsThatNeverCameToIt) {
  SpinBudget budget;
  for (base::Episode episode = 0; episode < 10 * SpinBudget::kManyEpisodes; episode += SpinBudget::kManyEpisodes) {
    budget.waited(episode, SpinBudget::kLong_ns + 1);
  }
  EXPECT_EQ(budget.next_ns(), SpinBudget::kLong_ns);
}

TEST(SpinBudget, KnowsHowManyEpisodesLieBetween) {
  SpinBudget budget;
  budget.waited(7, 0);
  EXPECT_EQ(budget.since_last(7), 0U) << "a thread may wait for several words in an episode";
  EXPECT_EQ(budget.since_last(8), 1U);
  EXPECT_EQ(budget.since_last(10), 3U);
  EXPECT_GT(budget.since_last(6), 1000U) << "the episodes of another barrier";
}

}  // namespace
}  // namespace muster::waiting
