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
using Position = SharedPosition<Native>;

template <class Chunks>
std::vector<std::uint64_t> sizes(std::uint64_t total, const Chunks& chunks) {
  Position::Word word;
  Position position(word, 1, total);
  std::vector<std::uint64_t> result;
  std::uint64_t next = 0;
  for (Range taken = position.take(chunks); !taken.empty(); taken = position.take(chunks)) {
    EXPECT_EQ(taken.first, next);
    next = taken.last;
    result.push_back(taken.size());
  }
  EXPECT_EQ(next, total);
  return result;
}

TEST(SharedPosition, HandsOutFixedChunks) {
  EXPECT_EQ(sizes(10, FixedChunks{4}), (std::vector<std::uint64_t>{4, 4, 2}));
  EXPECT_EQ(sizes(3, FixedChunks{100}), (std::vector<std::uint64_t>{3}));
}

TEST(GuidedParts, AreOneAThreadOrTwoWhereChunksAreToBeSmallOrThreadsShareACpu) {
  for (const std::uint32_t cpus : {2U, 64U, 512U}) {
    EXPECT_EQ(guided_parts(cpus, cpus, false), cpus);
    EXPECT_EQ(guided_parts(cpus, cpus, true), 2 * cpus);
    EXPECT_EQ(guided_parts(cpus + 1, cpus, false), 2 * (cpus + 1));
    EXPECT_EQ(guided_parts(8 * cpus, cpus, true), 16 * cpus);
  }
}

TEST(SharedPosition, HandsOutGuidedChunksInProportionToWhatIsLeft) {
  EXPECT_EQ(sizes(16, GuidedChunks{1, 2}), (std::vector<std::uint64_t>{8, 4, 2, 1, 1}));
  EXPECT_EQ(sizes(16, GuidedChunks{3, 2}), (std::vector<std::uint64_t>{8, 4, 3, 1}));
}

TEST(SharedPosition, HandsOutTrapezoidChunksFallingToTheLeast) {
  const std::vector<std::uint64_t> chunks = sizes(1000, TrapezoidChunks{4, 2});
  EXPECT_EQ(chunks.front(), 250U);
  for (std::size_t i = 1; i < chunks.size(); ++i) {
    EXPECT_LE(chunks[i], chunks[i - 1]);
  }
  EXPECT_GE(chunks[chunks.size() - 2], 4U);
}

TEST(SharedPosition, GivesEachPositionOfEachLoopOnceWithoutABarrierBetween) {
  constexpr std::uint32_t kThreads = 4;
  constexpr std::uint64_t kLoops = 300;
  const auto total_of = [](std::uint64_t loop) { return 1 + loop * 31 % 60; };
  Position::Word word;
  std::vector<std::unique_ptr<std::atomic<int>[]>> times(kLoops + 1);
  for (std::uint64_t loop = 1; loop <= kLoops; ++loop) {
    times[loop] = std::make_unique<std::atomic<int>[]>(total_of(loop));
  }
  testing::run_threads(kThreads, [&](std::uint32_t slot) {
    testing::Dawdler dawdler(slot + 1);
    for (std::uint64_t loop = 1; loop <= kLoops; ++loop) {
      Position position(word, loop, total_of(loop));
      std::uint64_t before = 0;
      for (Range taken = position.take(GuidedChunks{1, kThreads}); !taken.empty();
           taken = position.take(GuidedChunks{1, kThreads})) {
        EXPECT_GE(taken.first, before) << "a thread's chunks must come in increasing order";
        before = taken.last;
        for (std::uint64_t i = taken.first; i < taken.last; ++i) {
          times[loop][i].fetch_add(1);
        }
        dawdler.maybe_dawdle();
      }
    }
  });
  for (std::uint64_t loop = 1; loop <= kLoops; ++loop) {
    for (std::uint64_t i = 0; i < total_of(loop); ++i) {
      ASSERT_EQ(times[loop][i].load(), 1) << "position " << i << " of loop " << loop;
    }
  }
}

}  // namespace
}  // namespace muster::loops
