// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/recent.h"

#include <gtest/gtest.h>

#include "teams/team.h"

namespace muster::teams {
namespace {

// How often something had to be worked out.
template <class Keys>
std::uint32_t worked_out(const Keys& keys, std::uint32_t rounds) {
  Recent<std::uint32_t, std::uint32_t, 4> recent;
  std::uint32_t count = 0;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (const std::uint32_t key : keys) {
      const auto [value, is_new] = recent.find(key);
      count += is_new ? 1 : 0;
      if (is_new) {
        value = key * 10;
      }
      EXPECT_EQ(value, key * 10);
    }
  }
  return count;
}

TEST(Recent, WorksEachKeyOutOnceWhileThereIsRoom) {
  EXPECT_EQ(worked_out(std::initializer_list<std::uint32_t>{4, 8}, 100), 2U);
  EXPECT_EQ(worked_out(std::initializer_list<std::uint32_t>{32, 64}, 100), 2U);
  EXPECT_EQ(worked_out(std::initializer_list<std::uint32_t>{4, 8, 16, 512}, 100), 4U);
  EXPECT_EQ(worked_out(std::initializer_list<std::uint32_t>{0}, 100), 1U) << "the key of an empty entry";
}

TEST(Recent, GivesUpWhatWasNotAskedForTheLongest) {
  Recent<std::uint32_t, std::uint32_t, 2> recent;
  recent.find(1);
  recent.find(2);
  EXPECT_FALSE(recent.find(1).is_new);
  EXPECT_TRUE(recent.find(3).is_new);
  EXPECT_FALSE(recent.find(1).is_new);
  EXPECT_TRUE(recent.find(2).is_new);
}

// Four sizes, undisturbed and disturbed in turn, by two policies each, are what programs with nested loops of several sizes have.
TEST(Recent, HoldsTheBarriersOfTeamsWhoseSizesAlternate) {
  ChosenBarriers::Choices choices;
  std::uint32_t chosen = 0;
  for (std::uint32_t round = 0; round < 50; ++round) {
    for (const std::uint32_t size : {4U, 8U, 32U, 64U}) {
      for (const bool disturbed : {false, true}) {
        chosen += choices.find({size, disturbed, {}}).is_new ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(chosen, 8U);
}

}  // namespace
}  // namespace muster::teams
