// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/sleeper_count.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "platform/native.h"

namespace muster::waiting {
namespace {

using platform::Native;

struct Counted {
  SleeperCount<Native> sleepers;
  SleeperGroups<Native> groups;

  void add(std::uint32_t slot) { sleepers.add(slot, groups); }
  void remove(std::uint32_t slot) { sleepers.remove(slot, groups); }
  std::uint32_t at_most(std::uint32_t threads = kSlotsOfGroup * (kSleeperGroups + 1)) const {
    return sleepers.at_most(threads, groups);
  }
};

TEST(SleeperCount, TheFirstSlotsAreCountedOneByOne) {
  Counted team;
  for (std::uint32_t slot = 0; slot < kSlotsOfGroup; ++slot) {
    team.add(slot);
    EXPECT_EQ(team.at_most(), slot + 1);
  }
  for (std::uint32_t slot = 0; slot < kSlotsOfGroup; ++slot) {
    team.remove(slot);
  }
  EXPECT_EQ(team.at_most(), 0U);
}

TEST(SleeperCount, AGroupCountsInFullFromItsFirstSleeperToItsLast) {
  Counted team;
  team.add(kSlotsOfGroup);
  EXPECT_EQ(team.at_most(), kSlotsOfGroup);
  team.add(kSlotsOfGroup + 1);
  EXPECT_EQ(team.at_most(), kSlotsOfGroup);
  team.remove(kSlotsOfGroup);
  EXPECT_EQ(team.at_most(), kSlotsOfGroup);
  team.remove(kSlotsOfGroup + 1);
  EXPECT_EQ(team.at_most(), 0U);
}

TEST(SleeperCount, NobodyIsForgottenInTeamsOf64And512And4096) {
  for (const std::uint32_t threads : {64U, 512U, 4096U}) {
    Counted team;
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      team.add(slot);
      EXPECT_GE(team.at_most(threads), slot < kSlotsOfGroup * kSleeperGroups ? slot + 1 : 1);
    }
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      EXPECT_NE(team.at_most(threads), 0U);
      team.remove(slot);
    }
    EXPECT_FALSE(team.sleepers.any());
  }
}

TEST(SleeperCount, AChildOfForkStartsAtNought) {
  Counted team;
  team.add(1);
  team.add(kSlotsOfGroup);
  team.sleepers.forget(team.groups);
  EXPECT_EQ(team.at_most(), 0U);
  team.add(kSlotsOfGroup);
  EXPECT_EQ(team.at_most(), kSlotsOfGroup);
}

// Groups become used and empty all the time; in the end nobody is left, whoever has told the root and taken it back.
TEST(SleeperCount, ThreadsOfOneGroupThatComeAndGoLeaveNothing) {
  Counted team;
  constexpr std::uint32_t kThreads = 4;
  constexpr int kNaps = 20'000;
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&team, slot = kSlotsOfGroup + thread] {
      for (int nap = 0; nap < kNaps; ++nap) {
        team.add(slot);
        EXPECT_TRUE(team.sleepers.any());
        EXPECT_NE(team.at_most(), 0U);
        team.remove(slot);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_FALSE(team.sleepers.any());
}

// Those of slots that the caller does not ask for neither count nor are looked for: a team of 64 whose first 8 have a region of their own.
TEST(SleeperCount, SleepersBehindTheSlotsThatAreAskedForDoNotCount) {
  Counted team;
  for (std::uint32_t slot = kSlotsOfGroup; slot < 4 * kSlotsOfGroup; ++slot) {
    team.add(slot);
  }
  EXPECT_TRUE(team.sleepers.any());
  EXPECT_EQ(team.at_most(8), 0U);
  EXPECT_EQ(team.at_most(kSlotsOfGroup), 0U);
  EXPECT_EQ(team.at_most(kSlotsOfGroup + 1), kSlotsOfGroup);
  EXPECT_EQ(team.at_most(4 * kSlotsOfGroup), 3 * kSlotsOfGroup);
  EXPECT_FALSE(team.sleepers.may_sleep_from(0, team.groups));
  EXPECT_TRUE(team.sleepers.may_sleep_from(kSlotsOfGroup, team.groups));
  EXPECT_FALSE(team.sleepers.may_sleep_from(4 * kSlotsOfGroup, team.groups));
  // The count of the first slots says how many sleep, and not which.
  for (std::uint32_t slot = 4; slot < kSlotsOfGroup; ++slot) {
    team.add(slot);
  }
  EXPECT_EQ(team.at_most(8), 8U);
  EXPECT_EQ(team.at_most(kSlotsOfGroup), kSlotsOfGroup - 4);
}

}  // namespace
}  // namespace muster::waiting
