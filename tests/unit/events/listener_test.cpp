// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>

#include "events/events.h"

namespace muster::events {
namespace {

std::string calls;

constexpr Listener kFirst = {.thread_begin = [](const ThreadBegin& /*event*/) { calls += "1b"; },
                             .thread_end = nullptr};
constexpr Listener kSecond = {.thread_begin = [](const ThreadBegin& /*event*/) { calls += "2b"; },
                              .thread_end = [](const ThreadEnd& /*event*/) { calls += "2e"; }};

class Listeners : public ::testing::Test {
 protected:
  void SetUp() override {
    calls.clear();
    this_thread = &thread_;
    thread_.task = &task_;
  }
  void TearDown() override {
    for (const Listener*& listener : listeners) {
      listener = nullptr;
    }
    listening = false;
    this_thread = nullptr;
  }

  Thread thread_;
  Task task_;
};

TEST_F(Listeners, HearInTheOrderOfTheirPlaces) {
  attach(Who::races, kSecond);
  attach(Who::tool, kFirst);
  emit(ThreadBegin{thread_});
  EXPECT_EQ(calls, "1b2b");
}

TEST_F(Listeners, AreSkippedWhereTheyDoNotWantTheEvent) {
  attach(Who::tool, kFirst);
  attach(Who::races, kSecond);
  emit(ThreadEnd{thread_});
  EXPECT_EQ(calls, "2e");
}

TEST_F(Listeners, MakeTheConstructsAsk) {
  EXPECT_FALSE(listening);
  attach(Who::ledger, kSecond);
  EXPECT_TRUE(listening);
}

TEST_F(Listeners, AreAskedOfRegionsOnlyWhileThereIsOne) {
  Listener asks = kFirst;
  asks.asks_of_region = [](const void* /*function*/, std::uint32_t /*size*/) { return false; };
  attach(Who::tool, asks);
  EXPECT_EQ(asks_of_region, nullptr) << "it hears ends of shares, for which each share has to be told";
  asks.hears_ends_of_shares = false;
  attach(Who::tool, asks);
  EXPECT_EQ(asks_of_region, asks.asks_of_region);
  attach(Who::races, kSecond);
  EXPECT_EQ(asks_of_region, nullptr);
}

TEST_F(Listeners, AreNotAskedForWhenTheLastHasGone) {
  attach(Who::tool, kFirst);
  attach(Who::races, kSecond);
  detach(Who::tool);
  EXPECT_TRUE(listening);
  emit(ThreadBegin{thread_});
  EXPECT_EQ(calls, "2b");
  detach(Who::races);
  EXPECT_FALSE(listening);
  // A construct that had asked before may still tell.
  emit(ThreadBegin{thread_});
  EXPECT_EQ(calls, "2b");
}

TEST_F(Listeners, AreCalledDirectlyWhereOneWantsTheEvent) {
  attach(Who::tool, kFirst);
  attach(Who::races, kSecond);
  EXPECT_EQ(heard.thread_end, kSecond.thread_end);
  EXPECT_NE(heard.thread_begin, nullptr);
  EXPECT_NE(heard.thread_begin, kFirst.thread_begin);
  EXPECT_EQ(heard.parallel_begin, nullptr);
}

TEST(Marks, HaveAWordForEach) {
  Marks marks;
  marks.of(Who::tool) = 1;
  marks.of(Who::ledger) = 3;
  EXPECT_EQ(marks.of(Who::tool), 1U);
  EXPECT_EQ(marks.of(Who::races), 0U);
  EXPECT_EQ(marks.of(Who::ledger), 3U);
}

TEST_F(Listeners, SeeTheTaskInTheRuntimeAndItsThreadWaiting) {
  int frame = 0;
  {
    const InRuntime runtime(task_, {&frame, &frame});
    const InState state(State::wait_lock);
    EXPECT_EQ(task_.frame.enter, &frame);
    EXPECT_EQ(thread_.state, State::wait_lock);
    // One inside of it changes nothing.
    int inner = 0;
    const InRuntime again(task_, {&inner, &inner});
    EXPECT_EQ(task_.frame.enter, &frame);
  }
  EXPECT_EQ(task_.frame.enter, nullptr);
  EXPECT_EQ(thread_.state, State::undefined);
}

TEST(Resolve, LeavesACallerThatIsOneAlready) {
  int frame = 0;
  const Caller caller = resolve({&calls, &frame});
  EXPECT_EQ(caller.code, &calls);
  EXPECT_EQ(caller.frame, &frame);
}

}  // namespace
}  // namespace muster::events
