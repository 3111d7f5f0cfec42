// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/steal_pace.h"

#include <gtest/gtest.h>

namespace muster::tasks {
namespace {

// A thief whose steals take `fetch`, and `rest` with the task, until now.
class Thief {
 public:
  // Whether it has taken a task; else a unit of time has passed.
  bool steals(std::uint64_t fetch, std::uint64_t rest) {
    if (pace_.needs_time() && pace_.leaves_alone(now_)) {
      ++now_;
      return false;
    }
    if (pace_.measures()) {
      pace_.fetched(now_, now_ + fetch);
    } else {
      pace_.stolen_unmeasured();
    }
    now_ += fetch + rest;
    return true;
  }
  std::uint64_t steals_until(std::uint64_t end, std::uint64_t fetch, std::uint64_t rest) {
    std::uint64_t count = 0;
    while (now_ < end) {
      count += steals(fetch, rest) ? 1 : 0;
    }
    return count;
  }
  std::uint64_t now() const { return now_; }
  StealPace& pace() { return pace_; }

 private:
  StealPace pace_;
  std::uint64_t now_ = 1000;
};

// Whatever a line transfer takes.
constexpr std::uint64_t kFetches[] = {20, 50, 200, 1000, 20'000};

TEST(StealPace, TasksThatTakeThreeTimesTheirFetchAreAllTaken) {
  for (const std::uint64_t fetch : kFetches) {
    Thief thief;
    for (int i = 0; i < 1000; ++i) {
      EXPECT_TRUE(thief.steals(fetch, 3 * fetch)) << fetch;
    }
  }
}

TEST(StealPace, ShorterOnesTakeASixteenthOfTheTime) {
  for (const std::uint64_t fetch : kFetches) {
    Thief thief;
    const std::uint64_t end = thief.now() + 1000 * 2 * fetch;
    const std::uint64_t steals = thief.steals_until(end, fetch, fetch);
    EXPECT_LE(steals, 1000 / StealPace::kPauseShare + StealPace::kJudged) << fetch;
    EXPECT_GE(steals, 1000 / StealPace::kPauseShare - StealPace::kJudged) << fetch;
  }
}

TEST(StealPace, ALongTaskWaitsNoLongerThanThePause) {
  for (const std::uint64_t fetch : kFetches) {
    Thief thief;
    while (thief.steals(fetch, fetch)) {
    }
    const std::uint64_t paused_at = thief.now();
    while (!thief.steals(fetch, 100 * fetch)) {
    }
    EXPECT_LE(thief.now() - paused_at, StealPace::longest_pause(fetch) + 101 * fetch) << fetch;
  }
}

TEST(StealPace, TheTasksOfAPauseAreNotTheOnesThatAreJudgedNext) {
  Thief thief;
  while (thief.steals(50, 50)) {
  }
  while (!thief.steals(50, 5000)) {
  }
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(thief.steals(50, 5000)) << i;
  }
}

TEST(StealPace, OneLongTaskAmongShortOnesIsWorthThem) {
  Thief thief;
  for (std::uint32_t i = 0; i < 100 * StealPace::kJudged; ++i) {
    EXPECT_TRUE(thief.steals(50, i % StealPace::kJudged == 0 ? 1200 : 20)) << i;
  }
}

// The thread had lost its CPU while it fetched a task: that is no reason to pause, and makes no pause longer.
TEST(StealPace, AFetchThatTookASliceDoesNotCount) {
  Thief thief;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_TRUE(thief.steals(i % 40 == 3 ? 4'000'000 : 50, 200)) << i;
  }
}

TEST(StealPace, AThreadThatIsAboutToSleepDoesNotPause) {
  Thief thief;
  while (thief.steals(50, 50)) {
  }
  thief.pace().end_pause();
  EXPECT_TRUE(thief.steals(50, 50));
}

TEST(StealPace, AClockThatStandsStillPausesNobody) {
  StealPace pace;
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(pace.needs_time() && pace.leaves_alone(0));
    if (pace.measures()) {
      pace.fetched(0, 0);
    } else {
      pace.stolen_unmeasured();
    }
  }
}

// As between the CPUs of two sockets.
TEST(StealPace, AClockThatGoesBackEndsThePause) {
  Thief thief;
  while (thief.steals(50, 50)) {
  }
  EXPECT_FALSE(thief.pace().leaves_alone(1));
}

}  // namespace
}  // namespace muster::tasks
