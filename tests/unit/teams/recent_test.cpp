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

// How many choices are made by teams of these sizes, each undisturbed and disturbed in turn.
std::uint32_t choices_for(std::initializer_list<std::uint32_t> sizes,
                          std::initializer_list<affinity::TeamBinding> bindings) {
  ChosenBarriers::Choices choices;
  std::uint32_t chosen = 0;
  for (std::uint32_t round = 0; round < 50; ++round) {
    for (const std::uint32_t size : sizes) {
      for (const bool disturbed : {false, true}) {
        for (const affinity::TeamBinding& binding : bindings) {
          chosen += choices.find(ChosenBarriers::key_of(size, disturbed, binding)).is_new ? 1 : 0;
        }
      }
    }
  }
  return chosen;
}

TEST(Recent, HoldsTheBarriersOfTeamsWhoseSizesAlternate) {
  EXPECT_EQ(choices_for({4, 8, 32, 64}, {{}}), 2U + 2U + 1U + 1U);
  EXPECT_EQ(choices_for({2, 16, 32, 48, 64, 96, 128, 192, 256, 512}, {{}}), 10U) << "no choice depends on others";
}

TEST(Recent, HoldsThemForTwoBindings) {
  affinity::TeamBinding close;
  close.policy = affinity::Policy::close;
  affinity::TeamBinding spread;
  spread.policy = affinity::Policy::spread;
  ASSERT_NE(close, spread);
  EXPECT_EQ(choices_for({8, 32, 64}, {close, spread}), 4U + 2U + 2U);
  EXPECT_EQ(choices_for({2, 16, 32, 64, 512}, {close, spread}), 10U);
}

}  // namespace
}  // namespace muster::teams
