// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loops/claim_batch.h"

#include <gtest/gtest.h>

namespace muster::loops {
namespace {

// The batches of a thread whose chunks take so long.
struct Thread {
  ClaimBatch batch;
  std::uint64_t now_ns = 1;

  explicit Thread(std::uint32_t threads) : batch(threads) {}

  std::uint32_t claim(std::uint64_t chunk_ns) {
    const std::uint32_t chunks = batch.chunks(batch.is_timed() ? now_ns : 0);
    now_ns += chunks * chunk_ns;
    return chunks;
  }
  std::uint32_t claim(std::uint64_t chunk_ns, int times) {
    std::uint32_t last = 0;
    for (int i = 0; i < times; ++i) {
      last = claim(chunk_ns);
    }
    return last;
  }
};

class ClaimBatchOf : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static std::uint64_t queue_ns() { return ClaimBatch::kQueues * GetParam() * ClaimBatch::kTransfer_ns; }
};

TEST_P(ClaimBatchOf, BeginsWithOneChunk) { EXPECT_EQ(Thread(GetParam()).claim(1), 1U); }

TEST_P(ClaimBatchOf, GrowsWhileChunksAreShort) { EXPECT_EQ(Thread(GetParam()).claim(1, 8), ClaimBatch::kMostChunks); }

TEST_P(ClaimBatchOf, StaysAtOneWhereAChunkIsAsLongAsTheQueue) {
  Thread thread(GetParam());
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(thread.claim(queue_ns() + 1), 1U);
  }
}

TEST_P(ClaimBatchOf, TakesNoLongerThanTheQueue) {
  const std::uint64_t chunk_ns = queue_ns() / 5;
  EXPECT_LE(Thread(GetParam()).claim(chunk_ns, 20) * chunk_ns, queue_ns());
}

TEST_P(ClaimBatchOf, IsOneChunkAfterALongOneAndGrowsAgain) {
  Thread thread(GetParam());
  thread.claim(1, 8);
  thread.claim(100 * queue_ns());
  EXPECT_EQ(thread.claim(1), 1U);
  EXPECT_EQ(thread.claim(1, ClaimBatch::kUntimed + 8), ClaimBatch::kMostChunks);
}

TEST_P(ClaimBatchOf, LooksAtTheClockRarelyWhereChunksAreLong) {
  Thread thread(GetParam());
  int looks = 0;
  for (int i = 0; i < 800; ++i) {
    looks += thread.batch.is_timed() ? 1 : 0;
    thread.claim(100 * queue_ns());
  }
  EXPECT_LE(looks, 800 / 4);
}

INSTANTIATE_TEST_SUITE_P(Threads, ClaimBatchOf, ::testing::Values(2U, 64U, 512U));

TEST(RisingChunks, AreOneByOneAtTheEnd) {
  const RisingChunks chunks{.chunk = 10, .at_most = 15, .threads = 4};
  EXPECT_EQ(chunks.size_at(0, 100'000), 150U);
  EXPECT_EQ(chunks.size_at(99'500, 100'000), 30U);
  EXPECT_EQ(chunks.size_at(99'800, 100'000), 10U);
  EXPECT_EQ(chunks.size_at(99'999, 100'000), 10U);
}

TEST(RisingChunks, DoNotOverflow) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 62;
  const RisingChunks chunks{.chunk = kLarge, .at_most = 15, .threads = 512};
  EXPECT_EQ(chunks.size_at(0, 2 * kLarge), kLarge);
}

}  // namespace
}  // namespace muster::loops
