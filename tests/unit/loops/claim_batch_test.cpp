// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loops/claim_batch.h"

#include <gtest/gtest.h>

#include "loops/loop_word.h"

namespace muster::loops {
namespace {

// The batches of a thread whose chunks take so long, in a loop that has no end.
struct Thread {
  static constexpr std::uint64_t kChunk = 10;

  ClaimBatch batch;
  std::uint64_t now_ns = 1;
  bool one_by_one = false;
  int looks = 0;

  explicit Thread(std::uint32_t threads) : batch(threads, kChunk) {}

  // The thread gets `gets` chunks, or as many as it asks for.
  Claim claim(std::uint64_t chunk_ns, std::uint32_t gets = 0) {
    const bool timed = batch.is_timed(one_by_one);
    looks += timed ? 1 : 0;
    const Claim claim = timed ? batch.next(now_ns) : batch.next_untimed();
    const std::uint64_t chunks = gets != 0 ? gets : claim.at_most;
    batch.took(chunks * kChunk);
    now_ns += chunks * chunk_ns;
    return claim;
  }
  Claim claims(std::uint64_t chunk_ns, int times) {
    Claim last;
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

TEST_P(ClaimBatchOf, BeginsWithOneChunk) { EXPECT_EQ(Thread(GetParam()).claim(1).at_most, 1U); }

TEST_P(ClaimBatchOf, HasMostChunksAsSoonAsOneIsKnownToBeShort) {
  Thread thread(GetParam());
  thread.claim(1);
  EXPECT_EQ(thread.claim(1).at_most, ClaimBatch::kMostChunks);
}

TEST_P(ClaimBatchOf, StaysAtOneWhereAChunkIsAsLongAsTheQueue) {
  Thread thread(GetParam());
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(thread.claim(queue_ns() + 1).at_most, 1U);
  }
}

TEST_P(ClaimBatchOf, TakesNoLongerThanHalfTheQueueAndAChunk) {
  for (const std::uint64_t parts : {3U, 5U, 8U, 13U, 29U}) {
    const std::uint64_t chunk_ns = queue_ns() / parts;
    EXPECT_LE(Thread(GetParam()).claims(chunk_ns, 20).at_most * chunk_ns, queue_ns() / 2 + chunk_ns) << parts;
  }
}

TEST_P(ClaimBatchOf, IsOneChunkAfterALongOneAndGrowsAgain) {
  Thread thread(GetParam());
  thread.claims(1, 8);
  thread.claim(100 * queue_ns());
  EXPECT_EQ(thread.claim(1).at_most, 1U);
  EXPECT_EQ(thread.claims(1, ClaimBatch::kUntimed + 2).at_most, ClaimBatch::kMostChunks);
}

TEST_P(ClaimBatchOf, GoesByWhatTheThreadGot) {
  Thread thread(GetParam());
  thread.claims(1, 4);
  const std::uint64_t chunk_ns = queue_ns() / 4;
  thread.claim(chunk_ns, 1);
  EXPECT_EQ(thread.claim(chunk_ns).at_most, 1U);
}

TEST_P(ClaimBatchOf, LooksAtTheClockRarelyWhereChunksAreLong) {
  Thread thread(GetParam());
  thread.claims(100 * queue_ns(), 800);
  EXPECT_LE(thread.looks, 800 / 4);
}

TEST_P(ClaimBatchOf, LooksAtTheClockTwiceNearTheEndWhereChunksAreNotKnownToBeShort) {
  Thread thread(GetParam());
  thread.one_by_one = true;
  thread.claims(queue_ns() / ClaimBatch::kQueues, 40);
  EXPECT_EQ(thread.looks, 2);
}

// One claim of each thread takes an eighth of the queue's time.
TEST_P(ClaimBatchOf, HasAtLeastWhatTakesOneClaimOfEachThread) {
  const std::uint64_t round_ns = queue_ns() / ClaimBatch::kQueues;
  EXPECT_EQ(Thread(GetParam()).claims(round_ns, 40).at_least, 1U);
  EXPECT_EQ(Thread(GetParam()).claims(round_ns / 5, 40).at_least, 5U);
  EXPECT_EQ(Thread(GetParam()).claims(1, 40).at_least, ClaimBatch::kMostChunks);
}

INSTANTIATE_TEST_SUITE_P(Threads, ClaimBatchOf, ::testing::Values(2U, 64U, 512U));

TEST(RisingChunks, AreOneByOneAtTheEnd) {
  const RisingChunks chunks{.chunk = 10, .claim = {15, 1}, .part = RisingChunks::part_of(10, 4, 100'000)};
  EXPECT_EQ(chunks.size_at(0, 100'000), 150U);
  EXPECT_EQ(chunks.size_at(99'500, 100'000), 30U);
  EXPECT_EQ(chunks.size_at(99'800, 100'000), 10U);
  EXPECT_EQ(chunks.size_at(99'999, 100'000), 10U);
}

TEST(RisingChunks, AreNoFewerThanAtLeast) {
  const RisingChunks chunks{.chunk = 10, .claim = {15, 3}, .part = RisingChunks::part_of(10, 4, 100'000)};
  EXPECT_EQ(chunks.size_at(0, 100'000), 150U);
  EXPECT_EQ(chunks.size_at(99'880, 100'000), 30U);
}

// Iterations that were short say nothing of those that come: the thread has no more of them than each of the others can have.
TEST_P(ClaimBatchOf, HasNoMoreThanAnEqualShareOfWhatIsLeft) {
  const std::uint32_t threads = GetParam();
  const std::uint64_t total = 8 * std::uint64_t{threads};
  const RisingChunks chunks{.chunk = 1, .claim = {15, 15}, .part = RisingChunks::part_of(1, threads, total)};
  EXPECT_EQ(chunks.size_at(0, total), 8U);
  EXPECT_EQ(chunks.size_at(total / 2, total), 4U);
  EXPECT_EQ(chunks.size_at(total - threads, total), 1U);
  EXPECT_EQ(chunks.size_at(total - 1, total), 1U);
}

TEST(RisingChunks, DoNotOverflow) {
  constexpr std::uint64_t kTotal = PositionWord::kPositionMask;
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 62;
  const RisingChunks chunks{.chunk = kLarge, .claim = {15, 1}, .part = RisingChunks::part_of(kLarge, 512, kTotal)};
  EXPECT_EQ(chunks.size_at(0, kTotal), kLarge);
}

}  // namespace
}  // namespace muster::loops
