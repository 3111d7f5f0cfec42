// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/own_time.h"

#include <algorithm>
#include <vector>

#include "unit/ledger/in_regions.h"

namespace muster::ledger {
namespace {

using testing::Begun;
using testing::caller;

using OwnTimeTest = testing::InRegions;

// Time passes when a test says so.
class Hand {
 public:
  std::uint64_t operator()() const { return now; }
  std::uint64_t now;
};

class Times {
 public:
  explicit Times(Slot& slot) : slot_(slot), clock_{slot.part.since_ticks} { plan_next_timed(slot.part); }

  // Telling takes so much before it reads the clock, and so much after that.
  void tell(std::uint64_t before, std::uint64_t after, Category category, std::uint32_t row) {
    const OwnTime time(slot_, clock_);
    clock_.now += before;
    Account(slot_).go(clock_.now, category, row);
    clock_.now += after;
  }
  void pass(std::uint64_t ticks) { clock_.now += ticks; }
  std::uint64_t now() const { return clock_.now; }

 private:
  Slot& slot_;
  Hand clock_;
};

TEST_F(OwnTimeTest, IsBookedWhereTheTimeWas) {
  Begun self;
  Slot& slot = self.slot();
  Times times(slot);
  const std::uint64_t first = slot.part.events_timed_last;
  times.tell(3, 5, Category::work, kOther);
  times.pass(100);
  const std::uint64_t second = slot.part.events_timed_last;
  times.tell(7, 11, Category::barrier, kOutside);
  EXPECT_EQ(slot.rows[kOutside].own_wait_ticks, 11 * second);
  EXPECT_EQ(slot.rows[kOther].own_work_ticks, 5 * first + 7 * second);
  EXPECT_EQ(slot.rows[kOther].own_other_ticks, 0U);
  EXPECT_EQ(slot.rows[kOutside].own_work_ticks, 0U);
}

TEST_F(OwnTimeTest, OutsideOfRegionsItIsNotBooked) {
  Begun self;
  Slot& slot = self.slot();
  Times times(slot);
  times.tell(3, 5, Category::serial, kOther);
  EXPECT_EQ(slot.rows[kOutside].own_other_ticks + slot.rows[kOther].own_other_ticks, 0U);
}

TEST_F(OwnTimeTest, WhatTookLongHadSomethingElseInIt) {
  Begun self;
  Slot& slot = self.slot();
  Times times(slot);
  times.tell(long_ticks(), 0, Category::work, kOther);
  EXPECT_EQ(slot.rows[kOutside].own_other_ticks, 0U);
}

// What telling of a share takes of its work is found by timing the work.
TEST_F(OwnTimeTest, OfAShareThatIsPendingNothingIsBooked) {
  Begun self;
  Slot& slot = self.slot();
  Hand clock{slot.part.since_ticks + 10};
  {
    const OwnTime time(slot, clock);
    clock.now += 4;
    slot.part.share_ticks = clock.now;
    slot.part.pending = kWorkerSharePending;
    clock.now += 6;
  }
  {
    const OwnTime time(slot, clock);
    clock.now += 2;
    slot.part.left_ticks = clock.now;
    slot.part.pending = kWorkerSharePending | kWorkerLeftPending;
    clock.now += 8;
  }
  slot.part.pending = kNothingPending;
  EXPECT_EQ(slot.rows[kOutside].own_work_ticks + slot.rows[kOutside].own_other_ticks, 0U);
}

TEST_F(OwnTimeTest, WhatIsBookedInAWaitIsToldFromTheRest) {
  Begun self;
  Slot& slot = self.slot();
  Times times(slot);
  const std::uint64_t first = slot.part.events_timed_last;
  times.tell(3, 5, Category::region_wait, kOther);
  const std::uint64_t second = slot.part.events_timed_last;
  times.tell(2, 7, Category::join, kOther);
  EXPECT_EQ(slot.rows[kOther].own_wait_ticks, 5 * first + 2 * second);
  EXPECT_EQ(slot.rows[kOther].own_other_ticks, 7 * second);
}

// The share's function runs for so long, and telling takes the rest.
TEST_F(OwnTimeTest, AShareIsTimedByItself) {
  Begun self;
  make_all_short();
  begin_region(self);
  end_region(self);
  settle(self);
  Row& row = self.row(Kind::region);
  EXPECT_EQ(row.shares_timed, 0U);
  self.slot().part.events_until_timed = 2;
  begin_region(self);
  EXPECT_TRUE(self.thread.times_share);
  self.thread.share_ticks = 1;
  end_region(self);
  settle(self);
  EXPECT_FALSE(self.thread.times_share);
  EXPECT_EQ(row.shares_timed, 1U);
  EXPECT_GT(row.telling_ticks, 0U);
}

TEST_F(OwnTimeTest, AShareWhoseFunctionTheProgramRunsIsNot) {
  Begun self;
  self.slot().part.events_until_timed = 2;
  begin_region(self);
  end_region(self);
  settle(self);
  EXPECT_EQ(self.row(Kind::region).shares_timed, 0U);
  EXPECT_FALSE(self.thread.times_share);
}

// Each event of a pattern of up to 64 has been timed after a while, and those that have been stand for all.
TEST_F(OwnTimeTest, NoPatternOfEventsHidesOneOfThem) {
  Begun self;
  ThreadPart& part = self.slot().part;
  for (std::uint64_t length = 1; length <= 64; ++length) {
    std::vector<bool> seen(length);
    std::uint64_t event = 0;
    std::uint64_t stand_for = 0;
    for (int i = 0; i < 1000; ++i) {
      stand_for += part.events_timed_last;
      event += part.events_until_timed;
      seen[event % length] = true;
      plan_next_timed(part);
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0) << length;
    EXPECT_EQ(stand_for, event) << length;
  }
}

// What the listener is told is timed, and a share's work holds what was timed of it.
TEST_F(OwnTimeTest, TheListenersEventsAreTimed) {
  Begun self;
  begin_region(self);
  constexpr int kLoops = 2000;
  for (int i = 0; i < kLoops; ++i) {
    events::emit(events::WorkBegin{events::WorkKind::loop_static, task_, 1, caller()});
    events::emit(events::WorkEnd{events::WorkKind::loop_static, task_, 1, caller()});
  }
  end_region(self);
  EXPECT_EQ(self.row(Kind::loop).count, std::uint64_t{kLoops});
  EXPECT_GE(self.slot().part.times_timed, 2 * kLoops / 95);
  EXPECT_GT(self.row(Kind::loop).own_work_ticks, 0U);
}

}  // namespace
}  // namespace muster::ledger
