// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short regions, of which the ledger hears one in several.
#include "ledger/untold_regions.h"

#include "unit/ledger/in_regions.h"

namespace muster::ledger {
namespace {

using namespace events;  // NOLINT(google-build-using-namespace): the test is a list of them
using testing::Begun;
using testing::ticks;

class UntoldRegionsTest : public testing::InRegions {
 protected:
  UntoldRegionsTest() { region_.function = &region_; }

  // As the runtime does it. False: the region is untold.
  bool run_region(Begun& self, std::uint64_t for_ns = 0, std::uint32_t size = 2) {
    self.thread.is_in_untold = !asks_of_region(region_.function, size);
    const bool is_told = !self.thread.is_in_untold;
    if (is_told) {
      begin_region(self);
    }
    pass(for_ns);
    if (is_told) {
      end_region(self);
    }
    self.thread.is_in_untold = false;
    return is_told;
  }
  // Returns how many were told until one was not.
  std::uint32_t run_until_untold(Begun& self) {
    constexpr std::uint32_t kMost = 10 * kShortInTurn;
    for (std::uint32_t told = 0; told < kMost; ++told) {
      if (!run_region(self)) {
        return told;
      }
    }
    ADD_FAILURE() << "all are told";
    return kMost;
  }
  // And then those that are untold, until one is told again.
  std::uint32_t run_until_told(Begun& self) {
    std::uint32_t untold = 0;
    while (!run_region(self)) {
      ++untold;
    }
    return untold;
  }
};

TEST_F(UntoldRegionsTest, OneInSeveralIsToldOnceManyInTurnWereShort) {
  Begun self;
  make_all_short();
  EXPECT_EQ(run_until_untold(self), kShortInTurn);
  for (std::uint32_t i = 0; i < 100; ++i) {
    const std::uint32_t untold = 1 + run_until_told(self);
    EXPECT_GE(untold, 8U);
    EXPECT_LE(untold, 23U);
    EXPECT_EQ(run_until_untold(self), 0U);
  }
}

TEST_F(UntoldRegionsTest, EachIsCountedAndAllTimeIsBooked) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  const std::uint32_t untold = 1 + run_until_told(self);
  settle(self);
  Row& row = self.row(Kind::region);
  EXPECT_EQ(row.count, kShortInTurn + 1);
  EXPECT_EQ(row.untold_shares, untold);
  EXPECT_GT(ticks(row, Category::untold), 0U);
  EXPECT_EQ(row.gaps, kShortInTurn);
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::serial));
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(UntoldRegionsTest, ThoseThatComeWithoutAskingAreCountedAndEndLikeTheOthers) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  UntoldNext& next = self.thread.untold_next;
  EXPECT_FALSE(next.take(region_.function, 2)) << "when the second one begins the first has ended";
  ASSERT_FALSE(run_region(self));
  const std::uint32_t left = next.left;
  ASSERT_GE(left, 6U);
  EXPECT_FALSE(next.take(region_.function, 3)) << "of another size";
  EXPECT_FALSE(next.take(&task_, 2));
  for (std::uint32_t i = 0; i < left - 1; ++i) {
    EXPECT_TRUE(next.take(region_.function, 2));
  }
  EXPECT_EQ(run_until_told(self), 1U);
  settle(self);
  EXPECT_EQ(self.row(Kind::region).untold_shares, 2 + left);
  EXPECT_FALSE(next.take(region_.function, 2)) << "what is told ends the stretch";
}

class SettlingTest : public UntoldRegionsTest {
 protected:
  // A stretch of ten regions, which were to take `kTicks` each. Returns by how much the first one was longer than the others.
  std::int64_t settling_of(std::uint64_t first_ticks, std::uint64_t all_ticks, std::uint32_t shares = 10) {
    Begun self;
    make_all_short();
    run_until_untold(self);
    run_region(self);
    ThreadPart& part = self.slot().part;
    EXPECT_NE(part.first_ticks, 0U);
    part.first_ticks = first_ticks;
    part.first_expected = kTicks;
    part.stretch_shares = shares;
    part.stretch_expected = kTicks * shares;
    Account account(self.slot());
    close_stretch(account, part.since_ticks + all_ticks, Category::serial);
    EXPECT_EQ(part.first_ticks, 0U);
    return self.row(Kind::region).settling_ticks;
  }

  static constexpr std::uint64_t kTicks = 1000;
};

TEST_F(SettlingTest, TheFirstOfAStretchIsComparedWithTheOthers) { EXPECT_EQ(settling_of(1100, 1100 + 9 * 800), 300); }

TEST_F(SettlingTest, ItCanBeShorter) { EXPECT_EQ(settling_of(700, 700 + 9 * 800), -100); }

TEST_F(SettlingTest, WhatWasDisturbedSaysNothing) {
  EXPECT_EQ(settling_of(2001, 2001 + 9 * 800), 0) << "the first";
  EXPECT_EQ(settling_of(1100, 20001), 0) << "the others";
  EXPECT_EQ(settling_of(1100, 1100 + 6 * 800, 7), 0) << "cut short";
}

TEST_F(UntoldRegionsTest, SharesOfAWorkerThatComeWithoutBeingToldAreCounted) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  run_until_told(self);
  settle(self);
  const std::uint64_t before = self.row(Kind::region).untold_shares;
  emit(UntoldShare{region_.function});
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(self.thread.untold_next.take(region_.function, 0));
  }
  begin_region(self);
  end_region(self);
  settle(self);
  EXPECT_EQ(self.row(Kind::region).untold_shares, before + 6);
}

TEST_F(UntoldRegionsTest, LongOnesAreTold) {
  Begun self;
  constexpr std::uint64_t kLong_ns = 50'000;
  for (std::uint32_t i = 0; i < 2 * kShortInTurn; ++i) {
    ASSERT_TRUE(run_region(self, kLong_ns));
  }
}

TEST_F(UntoldRegionsTest, ALongOneIsFollowedByToldOnes) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  run_until_told(self);
  // The last one is long by now, where it is booked. This one is the first short one.
  ticks_per_ms.store_relaxed(0);
  EXPECT_TRUE(run_region(self));
  make_all_short();
  EXPECT_EQ(1 + run_until_untold(self), kShortInTurn);
}

TEST_F(UntoldRegionsTest, AnotherPlaceIsTold) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  const void* known = region_.function;
  region_.function = &task_;
  EXPECT_TRUE(run_region(self));
  EXPECT_EQ(self.slot().part.stretch_shares, 0U) << "what is told ends the stretch";
  region_.function = known;
  EXPECT_FALSE(run_region(self));
}

TEST_F(UntoldRegionsTest, PlacesInTurnShareAStretch) {
  Begun self;
  make_all_short();
  const void* const places[] = {&region_, &task_, this};
  std::uint32_t untold = 0;
  for (std::uint32_t i = 0; i < 10 * kShortInTurn; ++i) {
    region_.function = places[i % 3];
    untold += run_region(self) ? 0 : 1;
  }
  EXPECT_GT(untold, 5 * kShortInTurn);
  // The last ones, and what is pending.
  Account account(self.slot());
  close_stretch(account, now_ticks(), Category::serial);
  std::uint64_t shares = 0;
  for (const Row& row : self.slot().rows) {
    shares += row.untold_shares;
    EXPECT_TRUE(row.kind != Kind::region ||
                row.untold_shares + row.count ==
                    10 * kShortInTurn / 3 + (row.object == reinterpret_cast<std::uintptr_t>(&region_) ? 1 : 0));
  }
  EXPECT_EQ(shares, untold);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(UntoldRegionsTest, FunctionsOfOnePlaceDoNotDisplaceEachOther) {
  Begun self;
  make_all_short();
  ThreadPart& part = self.slot().part;
  run_until_untold(self);
  run_until_told(self);
  // One that would take the same place as the first.
  const void* known = region_.function;
  const RegionSite& site = region_site(part, known);
  auto address = reinterpret_cast<std::uintptr_t>(known) + 16;
  while (base::fibonacci_hash(address, 6) != base::fibonacci_hash(reinterpret_cast<std::uintptr_t>(known), 6)) {
    address += 16;
  }
  region_.function = reinterpret_cast<const void*>(address);
  run_region(self);
  settle(self);
  EXPECT_EQ(site.function, known);
  EXPECT_NE(&region_site(part, region_.function), &site);
}

TEST_F(UntoldRegionsTest, WhatIsTooLongForTheRegionsIsSerial) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  Row& row = self.row(Kind::region);
  const std::uint64_t serial = ticks(row, Category::serial);
  ThreadPart& part = self.slot().part;
  const std::uint64_t expected = part.stretch_expected;
  const std::uint64_t since = part.since_ticks;
  const std::uint64_t untold = ticks(row, Category::untold);
  EXPECT_GT(expected, 0U);
  while (now_ticks() - since < 4 * expected) {
  }
  {
    Account account(self.slot());
    const std::uint64_t now = now_ticks();
    close_stretch(account, now, Category::serial);
    account.go(now, Category::serial, kOutside);
    EXPECT_EQ(ticks(row, Category::serial) - serial, now - since - expected);
  }
  EXPECT_EQ(ticks(row, Category::untold) - untold, expected);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(UntoldRegionsTest, AThreadThatHoldsALockTellsOfAll) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  run_until_told(self);
  emit(MutexAcquire{MutexKind::lock, 0, 7, testing::caller(8)});
  emit(MutexAcquired{MutexKind::lock, 7, testing::caller(8)});
  for (std::uint32_t i = 0; i < kShortInTurn; ++i) {
    ASSERT_TRUE(run_region(self));
  }
  emit(MutexRelease{MutexKind::lock, 7, testing::caller(8)});
  EXPECT_EQ(run_until_untold(self), 0U);
}

TEST_F(UntoldRegionsTest, TheSizeOfAnUntoldOneIsNotAnotherOneForTheNext) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  // All untold ones have three threads, and the told one after them has two.
  while (!run_region(self, 0, 3)) {
  }
  region_.size = 2;
  settle(self);
  EXPECT_EQ(self.row(Kind::region).pieces, 1U);
}

TEST_F(UntoldRegionsTest, NothingInsideIsTold) {
  Begun self;
  make_all_short();
  run_until_untold(self);
  self.thread.is_in_untold = true;
  emit(MutexAcquire{MutexKind::lock, 0, 7, testing::caller(8)});
  emit(MutexAcquired{MutexKind::lock, 7, testing::caller(8)});
  emit(MutexRelease{MutexKind::lock, 7, testing::caller(8)});
  EXPECT_NE(asks_of_task(&region_), 0U);
  self.thread.is_in_untold = false;
  for (const Row& row : self.slot().rows) {
    EXPECT_NE(row.kind, Kind::lock);
    EXPECT_NE(row.kind, Kind::task);
  }
}

class UntoldSharesTest : public testing::InRegions {
 protected:
  static void run_share(Begun& self, const void* function) {
    self.thread.is_in_untold = true;
    self.thread.state = State::work_parallel;
    emit(UntoldShare{function});
    self.thread.state = State::idle;
  }
};

TEST_F(UntoldSharesTest, AWorkerCountsItsShares) {
  Begun self(ThreadKind::worker);
  run_share(self, this);
  run_share(self, this);
  const Slot& slot = *slot_of_thread();
  EXPECT_EQ(own_slot(), nullptr);
  EXPECT_EQ(slot.part.stretch_shares, 2U);
  EXPECT_EQ(slot.part.category, static_cast<std::uint32_t>(Category::untold));
  // Its next share is told.
  self.thread.is_in_untold = false;
  region_.began_ticks = now_ticks();
  task_.region = &region_;
  task_.flags = kImplicitTask;
  emit(ImplicitTaskBegin{task_, 2, 1});
  EXPECT_EQ(slot.part.stretch_shares, 0U);
  EXPECT_EQ(slot.part.category, static_cast<std::uint32_t>(Category::work));
  EXPECT_EQ(testing::sum_of(slot), testing::life_of(slot));
}

TEST_F(UntoldSharesTest, AStretchEndsWhereAnIdleWorkerFallsAsleep) {
  Begun self(ThreadKind::worker);
  run_share(self, this);
  const Slot& slot = *slot_of_thread();
  const std::uint64_t began = now_ticks();
  emit(FallsAsleep{began});
  EXPECT_EQ(slot.part.stretch_shares, 0U);
  EXPECT_EQ(slot.part.category, static_cast<std::uint32_t>(Category::idle));
  EXPECT_EQ(slot.part.asleep_since, began);
  emit(HasSlept{began, began + 10, began + 20});
  EXPECT_EQ(slot.rows[slot.part.row].idle_asleep_ticks, 10U);
  EXPECT_EQ(slot.rows[slot.part.row].idle_waking_ticks, 10U);
}

TEST_F(UntoldSharesTest, SleepInAnUntoldRegionIsNotTold) {
  Begun self(ThreadKind::worker);
  run_share(self, this);
  self.thread.state = State::wait_barrier_explicit;
  const Slot& slot = *slot_of_thread();
  const std::uint64_t began = now_ticks();
  emit(FallsAsleep{began});
  emit(HasSlept{began, began + 10, began + 20});
  EXPECT_EQ(slot.part.stretch_shares, 1U);
  EXPECT_EQ(slot.part.asleep_since, 0U);
  for (const Row& row : slot.rows) {
    EXPECT_EQ(row.asleep_ticks + row.idle_asleep_ticks, 0U);
  }
}

}  // namespace
}  // namespace muster::ledger
