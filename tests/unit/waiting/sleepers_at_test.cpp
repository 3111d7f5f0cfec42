// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whoever moves a word on finds those that sleep until it comes to their values, and looks at nobody else.
#include "waiting/sleepers_at.h"

#include <gtest/gtest.h>

#include <vector>

#include "platform/native.h"
#include "waiting/wake_up.h"

namespace muster::waiting {
namespace {

using platform::Native;

// Only the thread that sleeps is there: a look at another would fault.
class LargeTeam : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kThreads = 512;
  static constexpr std::uint32_t kSleeper = 300;
  static constexpr std::uint32_t kCaller = 7;
  static constexpr std::uint64_t kWanted = 5;

  LargeTeam() : entries_(kThreads) {
    for (Roster<Native>::Entry& entry : entries_) {
      entry.store_relaxed(reinterpret_cast<Presence<Native>*>(alignof(Presence<Native>)));
    }
    entries_[kSleeper].store_relaxed(&sleeper_);
    team_.table.store_relaxed(entries_.data());
    team_.threads.store_relaxed(kThreads);
    gauge_.sleepers.add(kSleeper, gauge_.sleeper_groups);
  }

  void sleep_at(const Presence<Native>::Word& word, FoundBy by) {
    sleeper_.wanted.store_relaxed(kWanted);
    sleeper_.awaited.store_relaxed(&word);
    gauge_.sleepers_at.add(&word, by, kWanted, kSleeper);
  }
  bool progress(const Presence<Native>::Word& word, std::uint64_t value) {
    return wake_all_at<Native>(team_, gauge_, word, value, nullptr, -1);
  }
  SleepersAt<Native>::Asleep asleep_at(FoundBy by, std::uint64_t value) {
    return gauge_.sleepers_at.at(&words_[0], by, value);
  }

  Presence<Native> sleeper_;
  std::vector<Roster<Native>::Entry> entries_;
  Roster<Native> team_;
  Gauge<Native> gauge_;
  Presence<Native>::Word words_[2];
};

TEST_F(LargeTeam, NobodyIsLookedAtForASleeperOfAnotherKind) {
  EXPECT_FALSE(progress(words_[0], kWanted));
  EXPECT_FALSE(wake_one_at<Native>(team_, gauge_, kCaller, words_[0], kWanted));
}

TEST_F(LargeTeam, OneSleeperIsFoundAtItsWordOnceTheValueIsThere) {
  sleep_at(words_[0], FoundBy::word);
  EXPECT_FALSE(progress(words_[0], kWanted - 1));
  EXPECT_TRUE(progress(words_[0], kWanted));
  EXPECT_TRUE(progress(words_[0], kWanted + 1));
  EXPECT_FALSE(progress(words_[1], kWanted));
}

TEST_F(LargeTeam, OneSleeperIsFoundAtItsTurn) {
  sleep_at(words_[0], FoundBy::word_and_value);
  EXPECT_FALSE(wake_one_at<Native>(team_, gauge_, kCaller, words_[0], kWanted - 1));
  EXPECT_EQ(asleep_at(FoundBy::word_and_value, kWanted).slot, kSleeper);
  // It is awake, as it has been since it was made.
  EXPECT_FALSE(wake_one_at<Native>(team_, gauge_, kCaller, words_[0], kWanted));
}

TEST_F(LargeTeam, SleepersAreTakenOffAsTheyWereCounted) {
  SleepersAt<Native>& all = gauge_.sleepers_at;
  for (std::uint32_t slot = 0; slot < kThreads; ++slot) {
    all.add(&words_[0], FoundBy::word, slot, slot);
  }
  EXPECT_EQ(asleep_at(FoundBy::word, 0).count, kThreads);
  for (std::uint32_t slot = 0; slot < kThreads; ++slot) {
    if (slot != kSleeper) {
      all.remove(&words_[0], FoundBy::word, slot, slot);
    }
  }
  EXPECT_EQ(asleep_at(FoundBy::word, 0).count, 1U);
  EXPECT_EQ(asleep_at(FoundBy::word, 0).slot, kSleeper);
}

}  // namespace
}  // namespace muster::waiting
