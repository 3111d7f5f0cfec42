// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <vector>

#include "loops/loops.h"

namespace muster::loops {
namespace {

constexpr std::uint64_t kTotals[] = {1, 2, 3, 7, 16, 33, 100};
constexpr std::uint32_t kTeams[] = {1, 2, 3, 4, 7, 16, 33};

TEST(StaticBlock, CoversEachIterationOnceInThreadOrder) {
  for (const std::uint64_t total : kTotals) {
    for (const std::uint32_t threads : kTeams) {
      std::uint64_t next = 0;
      std::uint64_t least = total;
      std::uint64_t most = 0;
      for (std::uint32_t thread = 0; thread < threads; ++thread) {
        const Range block = static_block(total, threads, thread);
        EXPECT_EQ(block.first, next);
        next = block.last;
        least = std::min(least, block.size());
        most = std::max(most, block.size());
      }
      EXPECT_EQ(next, total);
      EXPECT_LE(most - least, 1U) << total << " iterations, " << threads << " threads";
    }
  }
}

TEST(StaticChunk, DealsChunksRoundRobin) {
  for (const std::uint64_t total : kTotals) {
    for (const std::uint32_t threads : kTeams) {
      for (const std::uint64_t chunk : {1U, 2U, 5U, 64U}) {
        std::vector<int> times(total);
        for (std::uint32_t thread = 0; thread < threads; ++thread) {
          std::uint64_t round = 0;
          for (Range run = static_chunk(total, chunk, threads, thread, 0); !run.empty();
               run = static_chunk(total, chunk, threads, thread, ++round)) {
            for (std::uint64_t i = run.first; i < run.last; ++i) {
              ++times[i];
              EXPECT_EQ(i / chunk % threads, thread);
            }
          }
        }
        EXPECT_EQ(times, std::vector<int>(total, 1));
      }
    }
  }
}

TEST(StaticChunk, DoesNotOverflowAtTheLargestLoop) {
  constexpr std::uint64_t kTotal = ~std::uint64_t{0};
  EXPECT_TRUE(static_chunk(kTotal, 1, 3, 0, kTotal).empty());
  const Range last = static_chunk(kTotal, kTotal / 2, 2, 0, 1);
  EXPECT_EQ(last.size(), 1U);
  EXPECT_EQ(last.last, kTotal);
}

}  // namespace
}  // namespace muster::loops
