// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chunks of loops: those that are told one by one, and those that are not.
#include "unit/ledger/in_regions.h"

namespace muster::ledger {
namespace {

using namespace events;  // NOLINT(google-build-using-namespace): the test is a list of them
using testing::Begun;
using testing::caller;
using testing::ticks;

using LoopsTest = testing::InRegions;

TEST_F(LoopsTest, ALoopCountsItsChunksAndTimesSomeRequests) {
  Begun self;
  begin_region(self);
  emit(WorkBegin{WorkKind::loop_dynamic, task_, 100, caller(8)});
  for (int i = 0; i < 33; ++i) {
    emit(DispatchBegin{task_});
    emit(Dispatch{DispatchKind::loop_chunk, task_, 0, 3, nullptr});
  }
  emit(DispatchBegin{task_});
  emit(WorkEnd{WorkKind::loop_dynamic, task_, 100, caller(16)});
  end_region(self);
  Row& row = self.row(Kind::loop);
  EXPECT_EQ(row.units, 100U);
  EXPECT_EQ(row.pieces, 33U);
  EXPECT_EQ(row.asks, 34U);
  EXPECT_EQ(row.samples, 3U);
  EXPECT_GT(ticks(row, Category::work), 0U);
  EXPECT_GT(ticks(row, Category::schedule), 0U);
}

TEST_F(LoopsTest, ChunksThatAreClaimedTogetherAreOneRequest) {
  Begun self;
  begin_region(self);
  emit(WorkBegin{WorkKind::loop_dynamic, task_, 20, caller(8)});
  for (const bool as_one : {true, false}) {
    emit(DispatchBegin{task_});
    emit(Dispatch{DispatchKind::loop_chunk, task_, 0, 1, nullptr});
    emit(ChunksInHand{task_, 14, as_one});
    pass(10);
  }
  emit(WorkEnd{WorkKind::loop_dynamic, task_, 20, caller(16)});
  end_region(self);
  Row& row = self.row(Kind::loop);
  EXPECT_EQ(row.pieces, 30U);
  EXPECT_EQ(row.asks, 2U);
  EXPECT_EQ(row.samples, 1U);
  EXPECT_EQ(row.untold, 15U);
  EXPECT_EQ(row.paid_units, 15U);
  EXPECT_EQ(row.bare_units, 15U);
  EXPECT_GT(row.paid_ticks, 0U);
  EXPECT_GT(row.bare_ticks, 0U);
}

TEST_F(LoopsTest, ChunksOfWhichNothingIsToldBelongToTheBatchBeforeThem) {
  Begun self;
  begin_region(self);
  emit(WorkBegin{WorkKind::loop_dynamic, task_, 20, caller(8)});
  emit(DispatchBegin{task_});
  emit(Dispatch{DispatchKind::loop_chunk, task_, 0, 1, nullptr});
  emit(ChunksInHand{task_, 0, false});
  pass(10);
  emit(UntoldChunks{task_, 127});
  // In one piece nothing comes behind, and without a batch there is nothing to time: these are requests like the others.
  emit(DispatchBegin{task_});
  emit(Dispatch{DispatchKind::loop_chunk, task_, 0, 1, nullptr});
  emit(UntoldChunks{task_, 15});
  emit(WorkEnd{WorkKind::loop_dynamic, task_, 20, caller(16)});
  end_region(self);
  const Row& row = self.row(Kind::loop);
  EXPECT_EQ(row.pieces, 144U);
  EXPECT_EQ(row.untold, 128U);
  EXPECT_EQ(row.paid_units, 128U);
  EXPECT_GT(row.paid_ticks, 0U);
  EXPECT_EQ(row.asks, 17U);
}

}  // namespace
}  // namespace muster::ledger
