// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events as the runtime emits them, in the order that each thread has.
#include <thread>

#include "unit/ledger/in_regions.h"

namespace muster::ledger {
namespace {

using namespace events;  // NOLINT(google-build-using-namespace): the test is a list of them
using testing::Begun;
using testing::caller;
using testing::ticks;

using ListenerTest = testing::InRegions;

TEST_F(ListenerTest, AWorkerTellsForkFromIdle) {
  Begun self;
  begin_region(self);
  std::thread([&] {
    Begun worker(ThreadKind::worker);
    Region second;
    second.caller = caller();
    second.encountering = region_.encountering;
    pass(1000);
    second.began_ticks = now_ticks();
    pass(1000);
    Task share;
    share.region = &second;
    share.flags = kImplicitTask;
    emit(ImplicitTaskBegin{share, 2, 1});
    emit(SyncWaitBegin{SyncKind::barrier_implicit_parallel, share, caller()});
    emit(SyncWaitEnd{SyncKind::barrier_implicit_parallel, share, caller()});
    emit(ImplicitTaskEnd{share, 2, 1});
    EXPECT_GT(ticks(worker.slot().rows[kOutside], Category::idle), 0U);
    EXPECT_GT(ticks(worker.row(Kind::region), Category::fork), 0U);
    EXPECT_EQ(worker.slot().part.category, static_cast<std::uint32_t>(Category::idle));
    EXPECT_EQ(worker.slot().part.depth, 0U);
    EXPECT_EQ(testing::sum_of(worker.slot()), testing::life_of(worker.slot()));
  }).join();
  end_region(self);
}

// The region that `share` is of, as the primary thread numbers it.
void have_share(Region& region, std::uint64_t count, std::uint64_t ended_before) {
  region.number = RegionNumber(1, 0, count).word();
  region.ended_before_ticks = ended_before;
  region.began_ticks = now_ticks();
  Task share;
  share.region = &region;
  share.flags = kImplicitTask;
  emit(ImplicitTaskBegin{share, 2, 1});
  emit(SyncWaitBegin{SyncKind::barrier_implicit_parallel, share, caller()});
  emit(ShareLeft{share});
}

TEST_F(ListenerTest, AWorkerLearnsLaterWhenItsRegionEnded) {
  const Begun self;
  std::thread([&] {
    Begun worker(ThreadKind::worker);
    Region region;
    region.caller = caller();
    have_share(region, 1, 0);
    const std::uint64_t left = worker.slot().part.since_ticks;
    EXPECT_EQ(worker.slot().part.category, static_cast<std::uint32_t>(Category::region_wait));
    pass(100000);
    const std::uint64_t ended = now_ticks();
    pass(100000);
    have_share(region, 2, ended);
    Row& row = worker.row(Kind::region);
    EXPECT_EQ(ticks(row, Category::region_wait), ended - left);
    EXPECT_EQ(ticks(row, Category::idle), region.began_ticks - ended);
    EXPECT_EQ(row.count, 2U);
    EXPECT_EQ(testing::sum_of(worker.slot()), testing::life_of(worker.slot()));
  }).join();
}

TEST_F(ListenerTest, AWorkerThatSatOutRegionsAsksWhenItsOwnEnded) {
  Begun self;
  std::thread([&] {
    Begun worker(ThreadKind::worker);
    Region region;
    region.caller = caller();
    have_share(region, 1, 0);
    const std::uint64_t left = worker.slot().part.since_ticks;
    // The row is that of the thread in part 1, which is the worker's own here.
    ThreadPart& primary = slot_of(1).part;
    primary.ends[0][1].store_relaxed(left + 10);
    primary.regions[0].store_relaxed(3);
    pass(1000);
    have_share(region, 3, now_ticks());
    EXPECT_EQ(ticks(worker.row(Kind::region), Category::region_wait), 10U);
    primary.regions[0].store_relaxed(3 + kEnds);
    have_share(region, 3 + kEnds, now_ticks());
    EXPECT_EQ(ticks(worker.row(Kind::region), Category::region_wait), 10U) << "it cannot be known any more";
  }).join();
}

TEST_F(ListenerTest, TasksRunWhileABarrierWaits) {
  Begun self;
  begin_region(self);
  Task made;
  made.region = &region_;
  made.flags = kExplicitTask;
  made.caller = caller(8);
  emit(TaskConstructBegin{task_, made.caller});
  emit(TaskCreate{&task_, made, false});
  emit(TaskConstructEnd{task_, made.caller});
  emit(SyncWaitBegin{SyncKind::barrier_explicit, task_, caller(16)});
  emit(TaskSchedule{task_, TaskStatus::switched, &made});
  pass(1000);
  emit(TaskSchedule{made, TaskStatus::complete, &task_});
  emit(SyncWaitEnd{SyncKind::barrier_explicit, task_, caller(16)});
  end_region(self);
  Row& row = self.row(Kind::task);
  EXPECT_EQ(row.units, 1U);
  EXPECT_EQ(row.count, 1U);
  EXPECT_EQ(row.span_ticks, ticks(row, Category::task));
  EXPECT_GT(ticks(row, Category::create), 0U);
  EXPECT_EQ(row.parent, reinterpret_cast<std::uint64_t>(region_.caller.code));
  EXPECT_EQ(self.row(Kind::barrier).count, 1U);
}

TEST_F(ListenerTest, ATaskwaitWithDependencesWaitsAndMakesNoTask) {
  Begun self;
  begin_region(self);
  Task wait;
  wait.region = &region_;
  wait.flags = kTaskwaitTask | kUndeferredTask;
  wait.caller = caller(8);
  emit(TaskCreate{&task_, wait, true});
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::taskwait));
  pass(1000);
  emit(TaskSchedule{wait, TaskStatus::taskwait_complete, nullptr});
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::work));
  end_region(self);
  Row& row = self.row(Kind::taskwait);
  EXPECT_EQ(row.count, 1U);
  EXPECT_GT(ticks(row, Category::taskwait), 0U);
}

TEST_F(ListenerTest, IterationsAreWaitedForInOrder) {
  Begun self;
  begin_region(self);
  emit(IterationWaitBegin{task_, caller(8)});
  pass(1000);
  emit(IterationWaitEnd{task_, caller(8)});
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::work));
  end_region(self);
  Row& row = self.row(Kind::ordered);
  EXPECT_EQ(row.count, 1U);
  EXPECT_GT(ticks(row, Category::ordered), 0U);
}

TEST_F(ListenerTest, ABarrierOfAConstructsOwnIsABarrier) {
  Begun self;
  begin_region(self);
  emit(TeamWaitBegin{task_, caller(8)});
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::barrier));
  pass(1000);
  emit(TeamWaitEnd{task_, caller(8)});
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::work));
  end_region(self);
  Row& row = self.row(Kind::barrier);
  EXPECT_EQ(row.count, 1U);
  EXPECT_EQ(row.detail, static_cast<std::uint16_t>(SyncKind::barrier_implementation));
  EXPECT_GT(ticks(row, Category::barrier), 0U);
}

// Each task makes the next one and waits for it; the last one has a region.
void recur(Task& parent, std::uint32_t levels) {
  Task made;
  made.region = parent.region;
  made.flags = kExplicitTask;
  made.caller = caller(8);
  emit(SyncWaitBegin{SyncKind::taskwait, parent, caller(16)});
  emit(TaskSchedule{parent, TaskStatus::switched, &made});
  if (levels != 0) {
    recur(made, levels - 1);
  } else {
    Region inner;
    inner.caller = caller(24);
    inner.encountering = &made;
    emit(ParallelBegin{inner});
    Task share;
    share.region = &inner;
    share.flags = kImplicitTask;
    emit(ImplicitTaskBegin{share, 1, 0});
    emit(SyncWaitBegin{SyncKind::barrier_implicit_parallel, share, caller(24)});
    emit(ParallelEnd{inner});
  }
  emit(TaskSchedule{made, TaskStatus::complete, &parent});
  emit(SyncWaitEnd{SyncKind::taskwait, parent, caller(16)});
}

TEST_F(ListenerTest, TasksTooDeepAreCountedAndEndNoneAround) {
  Begun self;
  begin_region(self);
  recur(task_, 2 * kFrames);
  EXPECT_GT(self.slot().part.too_deep, 0U);
  EXPECT_EQ(self.slot().part.depth, 1U);
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::work));
  end_region(self);
  EXPECT_EQ(self.row(Kind::task).count, 2 * kFrames + 1);
  settle(self);
  EXPECT_EQ(self.slot().part.depth, 0U);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(ListenerTest, AMutexIsWaitedForAndHeld) {
  Begun self;
  begin_region(self);
  emit(MutexAcquire{MutexKind::critical, 0, 42, caller(8)});
  pass(1000);
  emit(MutexAcquired{MutexKind::critical, 42, caller(8)});
  pass(1000);
  emit(MutexRelease{MutexKind::critical, 42, caller(16)});
  emit(MutexReleased{MutexKind::critical, 42, caller(16)});
  emit(MutexAcquire{MutexKind::test_lock, 0, 7, caller(24)});
  emit(MutexAcquired{MutexKind::test_lock, 7, caller(24)});
  end_region(self);
  Row& row = self.row(Kind::critical);
  EXPECT_EQ(row.object, 42U);
  EXPECT_EQ(row.count, 1U);
  EXPECT_GT(ticks(row, Category::critical), 0U);
  EXPECT_GT(row.held_ticks, 0U);
  EXPECT_EQ(self.row(Kind::lock).count, 1U);
}

// The thread that it wakes may take the CPU, and hold the mutex, before it comes to tell that it is free.
TEST_F(ListenerTest, AMutexThatIsAboutToBeFreeIsNotHeld) {
  Begun self;
  begin_region(self);
  emit(MutexAcquire{MutexKind::critical, 0, 42, caller(8)});
  emit(MutexAcquired{MutexKind::critical, 42, caller(8)});
  pass(1000);
  emit(MutexRelease{MutexKind::critical, 42, caller(16)});
  const std::uint64_t held = self.row(Kind::critical).held_ticks;
  EXPECT_GT(held, 0U);
  pass(1000);
  emit(MutexReleased{MutexKind::critical, 42, caller(16)});
  EXPECT_EQ(self.row(Kind::critical).held_ticks, held);
  end_region(self);
}

TEST_F(ListenerTest, TheOwnerOfANestableLockDoesNotWaitForIt) {
  Begun self;
  begin_region(self);
  emit(MutexAcquire{MutexKind::nest_lock, 0, 7, caller(8)});
  emit(MutexAcquired{MutexKind::nest_lock, 7, caller(8)});
  for (const MutexKind again : {MutexKind::nest_lock, MutexKind::test_nest_lock}) {
    emit(MutexAcquire{again, 0, 7, caller(8)});
    emit(NestLockBegin{again, 7, caller(8)});
    EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::work));
    EXPECT_EQ(self.slot().part.depth, 1U);
  }
  emit(NestLockEnd{7, caller(16)});
  emit(NestLockEnd{7, caller(16)});
  EXPECT_EQ(self.slot().part.held_count, 1U);
  emit(MutexRelease{MutexKind::nest_lock, 7, caller(16)});
  emit(MutexReleased{MutexKind::nest_lock, 7, caller(16)});
  end_region(self);
  Row& row = self.row(Kind::lock);
  EXPECT_EQ(row.count, 1U);
  EXPECT_GT(row.held_ticks, 0U);
  EXPECT_EQ(self.slot().part.held_count, 0U);
}

TEST_F(ListenerTest, ACancelledRegionLeavesNothingOpen) {
  Begun self;
  begin_region(self);
  emit(WorkBegin{WorkKind::loop_static, task_, 100, caller(8)});
  emit(MutexAcquire{MutexKind::lock, 0, 7, caller(24)});
  end_region(self);
  settle(self);
  EXPECT_EQ(self.slot().part.depth, 0U);
  EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::serial));
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(ListenerTest, ATeamOfALeagueWorks) {
  Begun self;
  Region league;
  league.encountering = &self.thread.initial_task;
  league.caller = caller();
  league.flags = kLeague;
  league.size = 64;
  emit(ParallelBegin{league});
  for (int i = 0; i < 2; ++i) {
    Task team;
    team.region = &league;
    team.flags = kInitialTask;
    emit(ImplicitTaskBegin{team, 64, 0});
    EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::work));
    pass(1000);
    emit(ImplicitTaskEnd{team, 0, 0});
    EXPECT_EQ(self.slot().part.category, static_cast<std::uint32_t>(Category::join));
  }
  emit(ParallelEnd{league});
  EXPECT_GT(ticks(self.row(Kind::league), Category::work), 0U);
  EXPECT_EQ(self.slot().part.team_last, 0U);
  settle(self);
  EXPECT_EQ(self.slot().part.depth, 0U);
  EXPECT_EQ(testing::sum_of(self.slot()), testing::life_of(self.slot()));
}

TEST_F(ListenerTest, AHelperIsIdleBetweenItsTasks) {
  Begun helper(ThreadKind::other);
  Task& outside = helper.thread.initial_task;
  EXPECT_EQ(helper.slot().part.category, static_cast<std::uint32_t>(Category::idle));
  Task made;
  made.flags = kExplicitTask | kTargetTask;
  made.caller = caller();
  emit(TaskSchedule{outside, TaskStatus::switched, &made});
  EXPECT_EQ(helper.slot().part.category, static_cast<std::uint32_t>(Category::task));
  emit(TaskSchedule{made, TaskStatus::complete, &outside});
  EXPECT_EQ(helper.slot().part.category, static_cast<std::uint32_t>(Category::idle));
}

TEST_F(ListenerTest, AThreadThatEndsIsAbsent) {
  Slot* slot = nullptr;
  {
    Begun self;
    slot = &self.slot();
  }
  EXPECT_EQ(slot->part.presence.load_relaxed(), static_cast<std::uint32_t>(Presence::ended));
  EXPECT_EQ(slot->part.category, static_cast<std::uint32_t>(Category::absent));
}

}  // namespace
}  // namespace muster::ledger
