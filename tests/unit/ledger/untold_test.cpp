// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that are told, and those that are counted.
#include "ledger/untold.h"

#include "unit/ledger/in_regions.h"

namespace muster::ledger {
namespace {

using namespace events;  // NOLINT(google-build-using-namespace): the test is a list of them
using testing::Begun;
using testing::caller;
using testing::ticks;

class UntoldTest : public testing::InRegions {
 protected:
  static constexpr std::uintptr_t kFunction = 0x4000;

  static std::uint32_t ask(std::uintptr_t function = kFunction) {
    return asks_of_task(reinterpret_cast<const void*>(function));
  }

  // A task that is told, and runs where it is made, for so long.
  void run_told(Begun& self, std::uint64_t for_ns) {
    Task made;
    made.region = &region_;
    made.flags = kExplicitTask;
    made.caller = caller(8);
    emit(TaskConstructBegin{task_, caller(8)});
    emit(TaskCreate{&task_, made, false});
    emit(TaskSchedule{task_, TaskStatus::switched, &made});
    self.thread.task = &made;
    pass(for_ns);
    emit(TaskSchedule{made, TaskStatus::complete, &task_});
    self.thread.task = &task_;
    emit(TaskConstructEnd{task_, caller(8)});
  }

  // Asks until the first task that is not told. Returns its site; 0: there is none.
  std::uint32_t run_first_ones(Begun& self, std::uint64_t for_ns = 0, std::uint32_t rounds = 100) {
    for (std::uint32_t i = 0; i < rounds * kToldFirst; ++i) {
      if (const std::uint32_t site = ask(); site != 0) {
        return site;
      }
      run_told(self, for_ns);
    }
    return 0;
  }
};

TEST_F(UntoldTest, ShortTasksAreToldUntilTheyAreKnown) {
  Begun self;
  begin_region(self);
  EXPECT_NE(run_first_ones(self), 0U);
  const Row& row = self.row(Kind::task);
  EXPECT_GE(row.pieces, kToldFirst);
  EXPECT_EQ(row.untold, 1U);
  EXPECT_EQ(row.units, row.pieces + 1);
  EXPECT_EQ(row.count, row.pieces + 1);
  end_region(self);
}

// It is the first that it does.
TEST_F(UntoldTest, AThreadThatHasNotBegunTellsItsTask) { EXPECT_EQ(ask(), 0U); }

TEST_F(UntoldTest, LongTasksAreTold) {
  Begun self;
  begin_region(self);
  EXPECT_EQ(run_first_ones(self, 20'000, 2), 0U);
  EXPECT_EQ(self.row(Kind::task).untold, 0U);
  end_region(self);
}

TEST_F(UntoldTest, SomeAreTimed) {
  Begun self;
  begin_region(self);
  ASSERT_NE(run_first_ones(self), 0U);
  std::uint32_t timed = 0;
  for (std::uint64_t i = 0; i < 3 * kTimedOneIn; ++i) {
    timed += moment_if_timed() != 0 ? 1 : 0;
    ask();
  }
  EXPECT_EQ(timed, 3U);
  end_region(self);
}

TEST_F(UntoldTest, AnotherFunctionOrRegionIsAnotherSite) {
  Begun self;
  begin_region(self);
  ASSERT_NE(run_first_ones(self), 0U);
  EXPECT_EQ(ask(kFunction + 16), 0U);
  self.slot().part.asked = nullptr;
  EXPECT_NE(ask(), 0U);
  region_.caller = caller(64);
  EXPECT_EQ(ask(), 0U);
  end_region(self);
}

TEST_F(UntoldTest, OneThatWaitsInAQueueCountsWhereItRuns) {
  Begun self;
  begin_region(self);
  const std::uint32_t site = run_first_ones(self);
  ASSERT_NE(site, 0U);
  Row& row = self.row(Kind::task);
  const std::uint64_t count = row.count;
  const std::uint64_t pieces = row.pieces;
  const std::uint64_t before = ticks(row, Category::task);
  emit(UntoldDeferred{});
  EXPECT_EQ(row.count, count - 1);
  emit(SyncWaitBegin{SyncKind::barrier_explicit, task_, caller(24)});
  UntoldRun run{site};
  emit(UntoldBegin{run});
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::task));
  pass(1000);
  emit(UntoldEnd{run});
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::barrier));
  emit(SyncWaitEnd{SyncKind::barrier_explicit, task_, caller(24)});
  EXPECT_EQ(row.count, count);
  EXPECT_EQ(row.pieces, pieces + 1);
  EXPECT_GT(ticks(row, Category::task), before);
  end_region(self);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(UntoldTest, ATaskThatTakesLongIsFollowedByToldOnes) {
  Begun self;
  begin_region(self);
  const std::uint32_t site = run_first_ones(self);
  ASSERT_NE(site, 0U);
  const auto* function = reinterpret_cast<const void*>(kFunction);
  const std::uint64_t us_ticks = ticks_per_ms.load_relaxed() / 1000;
  emit(UntoldTimed{function, site, false, us_ticks, 3 * us_ticks, us_ticks});
  const Row& row = self.row(Kind::task);
  EXPECT_EQ(row.paid_units, 1U);
  EXPECT_EQ(row.bare_units, 1U);
  EXPECT_GT(row.paid_ticks, row.bare_ticks);
  EXPECT_GT(row.asking_ticks, 0U);
  EXPECT_NE(ask(), 0U);
  emit(UntoldTimed{function, site, false, us_ticks, 1000 * us_ticks, us_ticks});
  EXPECT_EQ(row.paid_units, 1U) << "something else had a part in it";
  EXPECT_EQ(ask(), 0U);
  end_region(self);
}

}  // namespace
}  // namespace muster::ledger
