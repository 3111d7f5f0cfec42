// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit/ledger/ledger_file.h"

namespace muster::ledger {
namespace {

using testing::Begun;
using testing::ticks;

using AccountTest = testing::LedgerFile;

TEST_F(AccountTest, BooksEachIntervalOnce) {
  Begun self;
  Account account(self.slot());
  const std::uint64_t begin = self.slot().part.since_ticks;
  account.go(begin + 10, Category::work, kOutside);
  account.go(begin + 30, Category::barrier, kOther);
  account.go(begin + 60, Category::serial, kOutside);
  EXPECT_EQ(ticks(self.slot().rows[kOutside], Category::serial), begin + 10 - self.slot().part.begin_ticks);
  EXPECT_EQ(ticks(self.slot().rows[kOutside], Category::work), 20U);
  EXPECT_EQ(ticks(self.slot().rows[kOther], Category::barrier), 30U);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(AccountTest, AClockThatGoesBackTakesNothingAway) {
  Begun self;
  Account account(self.slot());
  const std::uint64_t begin = self.slot().part.since_ticks;
  account.go(begin - 5, Category::work, kOutside);
  EXPECT_EQ(self.slot().part.since_ticks, begin);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(AccountTest, AFrameEndsWithThoseInItAndLeavesTheirTimeOut) {
  Begun self;
  Account account(self.slot());
  const std::uint64_t begin = self.slot().part.since_ticks;
  account.push(begin + 100, Tag::task, Category::task, kOutside, &self);
  account.push(begin + 110, Tag::wait, Category::taskwait, kOther);
  account.push(begin + 120, Tag::task, Category::task, kOther, &account);
  account.end(*account.innermost(Tag::task), begin + 150);
  account.end(*account.innermost(Tag::wait), begin + 160);
  const Account::Ended ended = account.end(*account.innermost(Tag::task), begin + 200);
  EXPECT_EQ(ended.ticks, 100U);
  EXPECT_EQ(ended.own_ticks, 50U);
  EXPECT_EQ(self.slot().part.depth, 0U);
  EXPECT_EQ(ticks(self.slot().rows[kOutside], Category::task), 50U);
  EXPECT_EQ(ticks(self.slot().rows[kOther], Category::taskwait), 20U);
}

TEST_F(AccountTest, RowsBeyondTheTableAreOther) {
  Begun self;
  Account account(self.slot());
  std::uint32_t other = 0;
  for (std::uintptr_t i = 0; i < 2 * kRows; ++i) {
    const Key key{testing::caller(i).code, nullptr, Kind::barrier, 0};
    const std::uint32_t index = account.find(key);
    other += index == kOther ? 1 : 0;
    EXPECT_EQ(account.find(key), index);
  }
  EXPECT_GT(other, kRows);
  EXPECT_LT(other, kRows + kRows / 4);
}

TEST_F(AccountTest, FramesTooDeepAreCountedAndTakeNoneAlong) {
  Begun self;
  Account account(self.slot());
  ThreadPart& part = self.slot().part;
  const std::uint64_t begin = part.since_ticks;
  // Each task has its wait.
  constexpr std::uint32_t kDeep = kFrames + 3;
  for (std::uint32_t i = 0; i < kDeep; ++i) {
    account.push(begin + i, Tag::task, Category::task, kOther, &self);
    account.push(begin + i, Tag::wait, Category::taskwait, kOutside);
  }
  EXPECT_EQ(part.too_deep, 2 * kDeep - (kFrames - 1));
  EXPECT_EQ(part.depth, kFrames);
  std::uint64_t now = begin + kDeep;
  for (std::uint32_t i = kDeep; i != 0; --i) {
    account.pop(++now, Tag::wait);
    account.pop(now, Tag::task);
    EXPECT_EQ(part.depth, i > kFrames / 2 ? kFrames : 2 * (i - 1)) << i;
  }
  EXPECT_EQ(part.category, static_cast<std::uint32_t>(Category::serial));
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(AccountTest, AMutexIsHeldUntilItIsReleased) {
  Begun self;
  Account account(self.slot());
  account.hold(1, 1000, kOutside);
  account.hold(2, 1010, kOther);
  account.let_go(1, 1100);
  account.let_go(2, 1030);
  account.let_go(3, 1030);
  EXPECT_EQ(self.slot().rows[kOutside].held_ticks, 100U);
  EXPECT_EQ(self.slot().rows[kOther].held_ticks, 20U);
  EXPECT_EQ(self.slot().part.held_count, 0U);
}

}  // namespace
}  // namespace muster::ledger
