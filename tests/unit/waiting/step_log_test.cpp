// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/step_log.h"

#include <gtest/gtest.h>

#include <string>
#include <unordered_set>
#include <vector>

#include "platform/native.h"

namespace muster::waiting {
namespace {

using Log = StepLog<platform::Native>;

class LogOfTwo : public testing::Test {
 protected:
  static constexpr std::uint32_t kLast = 2;
  std::vector<std::uint64_t> memory_ = std::vector<std::uint64_t>(Log::bytes_for(kLast) / sizeof(std::uint64_t) + 1);
  Log& log_ = Log::in_zeroed(memory_.data(), kLast);
};

TEST_F(LogOfTwo, HasNothingAtFirst) {
  EXPECT_EQ(log_.capacity(), kLast);
  EXPECT_EQ(log_.kept(), 0U);
  EXPECT_EQ(log_.total(Action::park, Reason::blocktime_is_zero).steps, 0U);
}

TEST_F(LogOfTwo, AddsUpEachActionForEachReason) {
  log_.note(Action::park, Reason::blocktime_is_over, 1000, 1500);
  log_.note(Action::park, Reason::blocktime_is_over, 2000, 2030);
  log_.note(Action::yield, Reason::blocktime_is_over, 3000, 3007);
  log_.note(Action::park, Reason::blocktime_is_zero, 4000, 4001);
  const Log::Total total = log_.total(Action::park, Reason::blocktime_is_over);
  EXPECT_EQ(total.steps, 2U);
  EXPECT_EQ(total.took_ns, 530U);
  EXPECT_EQ(log_.total(Action::yield, Reason::blocktime_is_over).took_ns, 7U);
}

TEST_F(LogOfTwo, KeepsTheLastSteps) {
  log_.note(Action::park, Reason::blocktime_is_over, 1000, 1500);
  EXPECT_EQ(log_.kept(), 1U);
  log_.note(static_cast<Action>(kActions - 1), static_cast<Reason>(kReasons - 1), 2000,
            2000 + (std::uint64_t{1} << 40));
  log_.note(Action::help, Reason::there_is_work, 3000, 3001);
  ASSERT_EQ(log_.kept(), kLast);
  const PastStep newest = log_.last(0);
  EXPECT_EQ(newest.began_ns, 3000U);
  EXPECT_EQ(newest.took_ns, 1U);
  EXPECT_EQ(newest.action, Action::help);
  EXPECT_EQ(newest.reason, Reason::there_is_work);
  const PastStep older = log_.last(1);
  EXPECT_EQ(older.began_ns, 2000U);
  EXPECT_EQ(older.took_ns, std::uint64_t{1} << 40);
  EXPECT_EQ(static_cast<std::uint32_t>(older.action), kActions - 1);
  EXPECT_EQ(static_cast<std::uint32_t>(older.reason), kReasons - 1);
}

Situation situation_of(std::uint32_t threads) {
  Situation now;
  now.threads = threads;
  now.missing = Missing::runs;
  return now;
}

SituationWords words_of(std::uint32_t threads) {
  SituationWords words;
  words.set(situation_of(threads));
  return words;
}

TEST_F(LogOfTwo, KeepsTheSituationsOfTheFirstAndTheLastSteps) {
  for (std::uint32_t threads = 2; threads < 6; ++threads) {
    const SituationWords words = words_of(threads);
    log_.note(Action::park, Reason::blocktime_is_over, 1000 * threads, 1500 * threads, &words);
  }
  const PastStep first = log_.first(Action::park, Reason::blocktime_is_over);
  EXPECT_EQ(first.began_ns, 2000U);
  EXPECT_EQ(first.situation.threads, 2U);
  EXPECT_EQ(first.situation.missing, Missing::runs);
  EXPECT_EQ(log_.last(0).situation.threads, 5U);
  EXPECT_EQ(log_.last(1).situation.threads, 4U);
}

TEST_F(LogOfTwo, HasNoSituationWhereNoneWasGathered) {
  const SituationWords words = words_of(2);
  log_.note(Action::yield, Reason::takes_turns, 1000, 1500);
  EXPECT_FALSE(log_.first(Action::yield, Reason::takes_turns).has_situation());
  log_.note(Action::park, Reason::blocktime_is_over, 2000, 2500, &words);
  log_.note(Action::yield, Reason::takes_turns, 3000, 3500);
  log_.note(Action::yield, Reason::takes_turns, 4000, 4500);
  EXPECT_FALSE(log_.last(0).has_situation()) << "of the step whose place it took";
  log_.note(Action::yield, Reason::takes_turns, 5000, 5500, &words);
  EXPECT_EQ(log_.first(Action::yield, Reason::takes_turns).began_ns, 5000U);
  EXPECT_TRUE(log_.first(Action::yield, Reason::takes_turns).has_situation());
}

TEST_F(LogOfTwo, NotesTheSituationAsItWasBeforeTheStep) {
  Situation now = situation_of(2);
  {
    const NotedStep<platform::Native> noted(&log_, {Action::help, Reason::there_is_work}, now);
    now.threads = 7;
    // A wait inside of the task.
    const NotedStep<platform::Native> inner(&log_, {Action::poll, Reason::all_run_elsewhere}, now);
  }
  EXPECT_EQ(log_.last(0).situation.threads, 2U);
  EXPECT_EQ(log_.last(1).situation.threads, 7U);
}

TEST(StepTexts, TellEachActionAndReasonApart) {
  std::unordered_set<std::string> texts;
  for (std::uint32_t action = 0; action < kActions; ++action) texts.insert(text_of(static_cast<Action>(action)));
  EXPECT_EQ(texts.size(), kActions);
  texts.clear();
  for (std::uint32_t reason = 0; reason < kReasons; ++reason) texts.insert(text_of(static_cast<Reason>(reason)));
  EXPECT_EQ(texts.size(), kReasons);
}

}  // namespace
}  // namespace muster::waiting
