// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "races/pool.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace muster::races {
namespace {

// A type a test, as threads share what they give back by type.
template <int kTest>
struct Thing {
  Thing* next = nullptr;
  int value = 0;
};

// One thread makes what another gives back: as many as are in use at one time serve for ever.
TEST(Pool, WhatAnotherThreadGivesBackIsTakenAgain) {
  using Made = Thing<1>;
  constexpr std::size_t kAtOnce = 1000;
  constexpr int kRounds = 50;
  Pool<Made> maker;
  Pool<Made> user;
  std::set<Made*> seen;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Made*> made;
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      made.push_back(maker.take());
      ASSERT_NE(made.back(), nullptr);
      EXPECT_EQ(made.back()->value, 0);
      made.back()->value = round + 1;
      seen.insert(made.back());
    }
    for (Made* one : made) {
      user.give_back(one);
    }
  }
  EXPECT_LE(seen.size(), kAtOnce + Pool<Made>::kMost + 2 * Pool<Made>::kTogether);
}

TEST(Pool, AThreadThatEndsLeavesWhatItHad) {
  using Made = Thing<2>;
  std::set<Made*> seen;
  for (int thread = 0; thread < 100; ++thread) {
    std::thread([&seen] {
      Pool<Made> pool;
      Made* one = pool.take();
      ASSERT_NE(one, nullptr);
      seen.insert(one);
      pool.give_back(one);
      pool.give_all();
    }).join();
  }
  EXPECT_LE(seen.size(), Pool<Made>::kTogether);
}

TEST(Pool, ThreadsThatGiveAndTakeAtOnceHaveThingsOfTheirOwn) {
  using Made = Thing<3>;
  constexpr int kThreads = 4;
  constexpr std::size_t kAtOnce = 3 * Pool<Made>::kMost;
  std::vector<std::thread> threads;
  for (int thread = 1; thread <= kThreads; ++thread) {
    threads.emplace_back([thread] {
      Pool<Made> pool;
      for (int round = 0; round < 20; ++round) {
        std::vector<Made*> mine;
        for (std::size_t i = 0; i < kAtOnce; ++i) {
          mine.push_back(pool.take());
          mine.back()->value = thread;
        }
        for (Made* one : mine) {
          EXPECT_EQ(one->value, thread) << "two threads have the same thing";
          pool.give_back(one);
        }
      }
      pool.give_all();
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace muster::races
