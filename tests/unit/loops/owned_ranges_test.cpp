// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <vector>

#include "loops/loops.h"
#include "platform/native.h"
#include "unit/loops/concurrent.h"

namespace muster::loops {
namespace {

using platform::Native;
using Ranges = OwnedRanges<Native>;
using Words = std::vector<OwnedRange<Native>>;

TEST(OwnedRanges, OneThreadTakesItsBlockInOrder) {
  Words words(1);
  Ranges ranges(words.data(), 1, 0, 1, 5);
  for (std::uint64_t unit = 0; unit < 5; ++unit) {
    const Range taken = ranges.take();
    EXPECT_EQ(taken.first, unit);
    EXPECT_EQ(taken.size(), 1U);
  }
  EXPECT_TRUE(ranges.take().empty());
  EXPECT_TRUE(ranges.take().empty());
}

TEST(OwnedRanges, TheShortWayGivesAllOfAnOpenRangeButItsLastUnit) {
  Words words(2);
  Ranges ranges(words.data(), 2, 1, 1, 9);
  std::uint64_t unit = 0;
  EXPECT_FALSE(ranges.take_quickly(unit)) << "nobody has opened the loop";
  EXPECT_EQ(ranges.take().first, 4U);
  EXPECT_TRUE(ranges.take_quickly(unit));
  EXPECT_EQ(unit, 5U);
  EXPECT_TRUE(ranges.take_quickly(unit));
  EXPECT_EQ(unit, 6U);
  EXPECT_FALSE(ranges.take_quickly(unit));
  EXPECT_EQ(ranges.take().first, 7U);
  EXPECT_EQ(ranges.take().first, 2U) << "stolen, for the loop's last one comes last";
}

TEST(OwnedRanges, UnitsBehindTheLastOneComeTogether) {
  Words words(2);
  Ranges ranges(words.data(), 2, 1, 1, 81);
  EXPECT_EQ(ranges.take_behind(40), 0U) << "nobody has opened the loop";
  EXPECT_EQ(ranges.take().first, 40U);
  EXPECT_EQ(ranges.take_behind(40), 4U) << "one in eight of the 39 that are left";
  EXPECT_EQ(ranges.take_behind(40), 0U) << "others have been taken since";
  std::uint64_t unit = 0;
  EXPECT_TRUE(ranges.take_quickly(unit));
  EXPECT_EQ(unit, 45U);
}

// However many threads there are, a piece is no more than an eighth of what each of them would get.
TEST(Piece, IsAPartOfAThreadsShare) {
  for (const std::uint32_t threads : {1U, 2U, 64U, 512U}) {
    EXPECT_EQ(chunks_in_piece(8 * threads - 1, threads), 0U) << threads;
    EXPECT_EQ(chunks_in_piece(8 * threads * 10, threads), 10U) << threads;
    EXPECT_EQ(chunks_in_piece(8 * threads * 1000, threads), kMostInPiece) << threads;
  }
}

TEST(OwnedRanges, AThreadAloneDoesTheWorkOfThoseWhoComeLate) {
  Words words(4);
  Ranges early(words.data(), 4, 2, 1, 40);
  std::vector<int> times(40);
  for (Range taken = early.take(); !taken.empty(); taken = early.take()) {
    ++times[taken.first];
  }
  EXPECT_EQ(times, std::vector<int>(40, 1));
  for (const std::uint32_t late : {0U, 1U, 3U}) {
    EXPECT_TRUE(Ranges(words.data(), 4, late, 1, 40).take().empty());
  }
}

TEST(OwnedRanges, AThreadAheadLeavesTheLoopBeforeToItsOwner) {
  Words words(2);
  // Slot 1 holds a range of loop 1 that nobody has taken yet when slot 0 is through with it.
  Ranges slow(words.data(), 2, 1, 1, 8);
  ASSERT_EQ(slow.take().first, 4U);
  // Slot 0 enters loop 2 although loop 1 still has units with slot 1 (as if it had found nothing to steal).
  Ranges ahead(words.data(), 2, 0, 2, 8);
  words[0].begin_after(1);
  std::vector<std::uint64_t> of_ahead;
  for (Range taken = ahead.take(); !taken.empty(); taken = ahead.take()) {
    of_ahead.push_back(taken.first);
  }
  EXPECT_EQ(of_ahead, (std::vector<std::uint64_t>{0, 1, 2, 3, 7})) << "slot 1's share of loop 2 must stay with slot 1";
  EXPECT_EQ(slow.take().first, 5U);
}

std::vector<std::uint64_t> rest_of(Ranges& ranges) {
  std::vector<std::uint64_t> order;
  for (Range taken = ranges.take(); !taken.empty(); taken = ranges.take()) {
    for (std::uint64_t unit = taken.first; unit < taken.last; ++unit) {
      order.push_back(unit);
    }
  }
  return order;
}

TEST(OwnedRanges, TheOwnerOfTheLastUnitHelpsFirstAndRunsItLast) {
  Words words(2);
  Ranges owner(words.data(), 2, 1, 1, 20);
  const std::vector<std::uint64_t> order = rest_of(owner);
  EXPECT_EQ(order.size(), 20U) << "units of the thread that never came are for the taking";
  EXPECT_EQ(order.back(), 19U);
}

// As many long iterations as threads: those that come late must find one each.
TEST(OwnedRanges, TheLastUnitDoesNotWaitForItsOwner) {
  for (const std::uint32_t threads : {2U, 64U, 512U}) {
    Words words(threads);
    Ranges owner(words.data(), threads, threads - 1, 1, threads);
    const Range first = owner.take();
    EXPECT_EQ(first.size(), 1U);
    EXPECT_NE(first.first, threads - 1) << "there is other work";
    for (std::uint32_t slot = 0; slot + 1 < threads; ++slot) {
      Ranges late(words.data(), threads, slot, 1, threads);
      EXPECT_EQ(late.take().size(), 1U) << "slot " << slot << " of " << threads;
    }
    EXPECT_TRUE(owner.take().empty());
  }
}

TEST(OwnedRanges, AnyNumberOfLoopsWithoutUnitsLosesNothing) {
  for (const std::uint64_t loop : {std::uint64_t{1} << 18, std::uint64_t{1} << 19, std::uint64_t{3} << 19}) {
    Words words(2);
    for (OwnedRange<Native>& range : words) {
      range.begin_after(loop - 1);
    }
    words[0].last_unit.store_relaxed(0);
    Ranges ranges(words.data(), 2, 0, loop, 4);
    EXPECT_EQ(rest_of(ranges).size(), 4U) << loop;
  }
}

TEST(OwnedRanges, AThiefRunsTheLastUnitLastToo) {
  Words words(2);
  Ranges owner(words.data(), 2, 1, 1, 20);
  ASSERT_EQ(owner.take().first, 10U);
  Ranges thief(words.data(), 2, 0, 1, 20);
  const std::vector<std::uint64_t> order = rest_of(thief);
  EXPECT_EQ(order.size(), 19U);
  EXPECT_EQ(order.back(), 19U);
  EXPECT_TRUE(owner.take().empty());
}

Range next_of(Ranges& ranges, bool quickly) {
  std::uint64_t unit = 0;
  return quickly && ranges.take_quickly(unit) ? Range{unit, unit + 1} : ranges.take();
}

// Any number of loops one after another without a barrier: each unit of each loop once.
class OwnedRangesTeam : public ::testing::TestWithParam<std::tuple<std::uint32_t, bool>> {};

TEST_P(OwnedRangesTeam, GiveEachUnitOfEachLoopOnce) {
  const auto [threads, quickly] = GetParam();
  constexpr std::uint64_t kLoops = 200;
  const auto units_of = [](std::uint64_t loop) { return 1 + loop * 37 % 90; };
  Words words(threads);
  std::vector<std::unique_ptr<std::atomic<int>[]>> times(kLoops + 1);
  for (std::uint64_t loop = 1; loop <= kLoops; ++loop) {
    times[loop] = std::make_unique<std::atomic<int>[]>(units_of(loop));
  }
  testing::run_threads(threads, [&, quick = quickly, team = threads](std::uint32_t slot) {
    testing::Dawdler dawdler(slot + 1);
    for (std::uint64_t loop = 1; loop <= kLoops; ++loop) {
      Ranges ranges(words.data(), team, slot, loop, units_of(loop));
      for (Range taken = next_of(ranges, quick); !taken.empty(); taken = next_of(ranges, quick)) {
        for (std::uint64_t unit = taken.first; unit < taken.last; ++unit) {
          times[loop][unit].fetch_add(1);
        }
        dawdler.maybe_dawdle();
      }
    }
  });
  for (std::uint64_t loop = 1; loop <= kLoops; ++loop) {
    for (std::uint64_t unit = 0; unit < units_of(loop); ++unit) {
      ASSERT_EQ(times[loop][unit].load(), 1) << "unit " << unit << " of loop " << loop;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Teams, OwnedRangesTeam,
                         ::testing::Combine(::testing::Values(2U, 3U, 4U, 8U), ::testing::Bool()));

}  // namespace
}  // namespace muster::loops
