// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions as their primary thread books them.
#include "unit/ledger/in_regions.h"

namespace muster::ledger {
namespace {

using namespace events;  // NOLINT(google-build-using-namespace): the test is a list of them
using testing::Begun;
using testing::caller;
using testing::ticks;

using RegionsTest = testing::InRegions;

TEST_F(RegionsTest, ARegionGoesThroughItsParts) {
  Begun self;
  begin_region(self);
  end_region(self);
  settle(self);
  Row& row = self.row(Kind::region);
  EXPECT_EQ(row.count, 1U);
  EXPECT_EQ(row.units, 2U);
  EXPECT_EQ(row.requested_most, 2U);
  EXPECT_EQ(row.span_ticks, ticks(row, Category::fork) + ticks(row, Category::work) +
                                ticks(row, Category::region_wait) + ticks(row, Category::join));
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::serial));
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(RegionsTest, WhatFollowsARegionIsToldAtIt) {
  Begun self;
  begin_region(self);
  end_region(self);
  pass(1000);
  begin_region(self);
  end_region(self);
  EXPECT_GT(ticks(self.row(Kind::region), Category::serial), 0U);
}

TEST_F(RegionsTest, ARegionIsBookedAtTheEndOfThePrimarysNextShare) {
  Begun self;
  make_all_short();
  // The first share is long, as its row is made in it.
  for (int i = 0; i < 2; ++i) {
    begin_region(self);
    end_region(self);
  }
  ThreadPart& part = self.slot().part;
  Row& row = self.row(Kind::region);
  const std::uint64_t ended = part.left_ticks;
  EXPECT_EQ(part.pending, kEndPending);
  EXPECT_EQ(row.units, 2U);
  const std::uint64_t serial = ticks(row, Category::serial);
  const std::uint64_t worked = ticks(row, Category::work);
  const std::uint64_t span = row.span_ticks;
  const std::uint64_t joined = part.since_ticks;
  pass(1000);
  begin_region(self);
  EXPECT_EQ(part.pending, kEndPending | kBeginPending | kPrimarySharePending);
  EXPECT_EQ(row.count, 2U);
  const std::uint64_t begun = region_.began_ticks;
  const std::uint64_t share = part.share_ticks;
  pass(1000);
  end_region(self);
  EXPECT_EQ(part.pending, kEndPending);
  EXPECT_EQ(row.count, 3U);
  EXPECT_EQ(row.units, 4U);
  EXPECT_EQ(ticks(row, Category::serial) - serial, begun - ended);
  EXPECT_EQ(ticks(row, Category::work) - worked, part.since_ticks - share);
  EXPECT_GE(row.span_ticks - span, ended - joined);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
  const std::uint64_t before = row.span_ticks;
  settle(self);
  EXPECT_EQ(row.units, 6U);
  EXPECT_EQ(row.span_ticks - before, part.since_ticks - begun);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(RegionsTest, ARegionOfAnotherPlaceHasARowOfItsOwn) {
  Begun self;
  begin_region(self);
  end_region(self);
  const std::uint64_t ended = self.slot().part.left_ticks;
  pass(1000);
  region_.function = &region_;
  begin_region(self);
  end_region(self);
  settle(self);
  std::uint32_t rows = 0;
  for (Row& row : self.slot().rows) {
    if (row.kind == Kind::region) {
      ++rows;
      EXPECT_EQ(row.count, 1U);
      EXPECT_GT(row.span_ticks, 0U);
      EXPECT_EQ(ticks(row, Category::serial), row.object == 0 ? region_.began_ticks - ended : 0U);
    }
  }
  EXPECT_EQ(rows, 2U);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

// What the program does between regions is serial, also when it is told.
TEST_F(RegionsTest, ALockBetweenRegionsIsNotPartOfThem) {
  Begun self;
  begin_region(self);
  end_region(self);
  emit(MutexAcquire{MutexKind::lock, 0, 7, caller(8)});
  EXPECT_EQ(self.slot().part.pending, kNothingPending);
  EXPECT_EQ(self.row(Kind::region).units, 2U);
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::lock));
  emit(MutexAcquired{MutexKind::lock, 7, caller(8)});
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::serial));
  emit(MutexReleased{MutexKind::lock, 7, caller(8)});
  begin_region(self);
  end_region(self);
  settle(self);
  EXPECT_EQ(self.row(Kind::region).count, 2U);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

}  // namespace
}  // namespace muster::ledger
