// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Claim batch: how many chunks a thread takes from the position of a rising dynamic loop (shared_position.h) at a time. With one at a time threads queue for
// its line where chunks are short; the rest of what a thread has taken is out of the others' reach, as no thread may go back.
//
//   A queue's time is that of kQueues claims of each thread that can contend, one after the other. A batch has as many chunks as take half of that, by the time
//   that the thread's last one took, from one chunk to kMostChunks. The first batch of a thread is one chunk, as nothing is known of it. Numbers are odd, as
//   the ledger times one request of 16.
//   Where that is one chunk, this claim and the next kUntimed ones do without a look at the clock.
//   Near the end of the loop a batch is a kParts-th of a thread's share of what is left at most (RisingChunks), so that what comes last is divided chunk by chunk;
//   but no fewer chunks than take one claim of each thread, as a thread that went without them would have to wait as long for others; and these at most
//   twice as many and one as were timed, as iterations often begin short (triangular loops) and nothing but the number bounds what these cost the others;
//   and at most the thread's share of what is left, as short iterations may come before long ones.
//
// Source    Hummel, Schonberg and Flynn 1992 (factoring) for the share; the size by time is ours.
#pragma once

#include <cstdint>

#include "base/base.h"

namespace muster::loops {

// Sizes in chunks.
struct Claim {
  std::uint32_t at_most = 1;
  std::uint32_t at_least = 1;  // so many also near the end of the loop; <= at_most
};

class ClaimBatch {
 public:
  static constexpr std::uint32_t kMostChunks = 15;
  static constexpr std::uint32_t kUntimed = 7;
  static constexpr std::uint64_t kQueues = 8;
  // A line's way from one thread to another: 55 to 180 ns on the virtual machines that this was measured on.
  static constexpr std::uint64_t kTransfer_ns = 100;

  ClaimBatch() = default;
  // `threads`: those that can claim at the same time. `chunk` in iterations.
  ClaimBatch(std::uint32_t threads, std::uint64_t chunk) : queue_ns_(kQueues * threads * kTransfer_ns), chunk_(chunk) {}

  // Before a claim: whether next() wants to know the time. `one_by_one`: the loop is so near its end that batches are one chunk, unless chunks are known to
  // be short. The first chunk of a thread is timed also there.
  bool is_timed(bool one_by_one) const {
    return untimed_left_ == 0 && (!one_by_one || !is_fit_ || claim_.at_least > 1);
  }

  // How many chunks the next claim is to have, where is_timed(). took() says what it came to.
  Claim next(std::uint64_t now_ns) {
    if (since_ns_ != 0) {
      fit(now_ns - since_ns_);
    }
    since_ns_ = now_ns;
    return claim_;
  }

  // The same where it is not.
  Claim next_untimed() {
    untimed_left_ -= untimed_left_ != 0 ? 1 : 0;
    // The next batch is timed from its own claim on.
    since_ns_ = 0;
    return claim_;
  }

  // So many iterations have been claimed.
  void took(std::uint64_t iterations) { iterations_ = iterations; }

 private:
  void fit(std::uint64_t took_ns) {
    // A batch that the loop's end has cut short may be less than a chunk.
    const std::uint64_t chunks = base::divide_rounding_up(iterations_, chunk_);
    const std::uint64_t in_queue = took_ns == 0 ? kMostChunks * kQueues : chunks * queue_ns_ / took_ns;
    const std::uint64_t least = in_queue / kQueues;
    claim_ = {odd(in_queue / 2), odd(least < 2 * chunks + 1 ? least : 2 * chunks + 1)};
    is_fit_ = true;
    untimed_left_ = claim_.at_most == 1 ? kUntimed : 0;
  }

  static std::uint32_t odd(std::uint64_t chunks) {
    return chunks >= kMostChunks ? kMostChunks : chunks <= 1 ? 1 : static_cast<std::uint32_t>((chunks - 1) | 1);
  }

  std::uint64_t queue_ns_ = 0;
  std::uint64_t chunk_ = 1;
  std::uint64_t iterations_ = 0;  // that the last claim has come to
  std::uint64_t since_ns_ = 0;    // the last timed claim; 0: there was none
  Claim claim_;
  bool is_fit_ = false;
  std::uint32_t untimed_left_ = 0;
};

// Chunk sizes of a rising loop, by what is left.
struct RisingChunks {
  static constexpr std::uint64_t kParts = 4;

  std::uint64_t chunk;
  Claim claim;
  std::uint64_t part;  // part_of()

  // So many iterations must be left for a batch of one chunk, twice as many for one of two.
  static std::uint64_t part_of(std::uint64_t chunk, std::uint32_t threads, std::uint64_t total) {
    return (chunk < total ? chunk : total) * kParts * threads;
  }

  std::uint64_t size_at(std::uint64_t position, std::uint64_t total) const {
    if (claim.at_most == 1) {
      return chunk;
    }
    const std::uint64_t share = (total - position) / part;
    const std::uint64_t bounded = share < claim.at_most ? share : claim.at_most;
    if (bounded >= claim.at_least) {
      return bounded * chunk;
    }
    const std::uint64_t whole_share = (total - position) / (part / kParts);
    const std::uint64_t least = whole_share < claim.at_least ? whole_share : claim.at_least;
    return least > 1 ? least * chunk : chunk;
  }
};

}  // namespace muster::loops
