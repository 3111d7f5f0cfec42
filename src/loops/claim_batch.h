// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Claim batch: how many chunks a thread takes from the position of a rising dynamic loop (shared_position.h) at a time. With one at a time threads queue for
// its line where chunks are short; the rest of what a thread has taken is out of the others' reach, as no thread may go back.
//
//   the last batch took        the next one has
//   more than a queue's time   one chunk, and the next kUntimed claims too, without a look at the clock
//   up to half of it           twice as many and one more, kMostChunks at most. Odd numbers, as the ledger times one request of 16
//   between                    as many
//
// A queue's time is that of kQueues claims of each thread that can contend, one after the other. Near the end of the loop a batch is a kParts-th
// of a thread's share at most (RisingChunks), so that what comes last is divided chunk by chunk.
//
// Source    Hummel, Schonberg and Flynn 1992 (factoring) for the share; the size by time is ours.
#pragma once

#include <cstdint>

namespace muster::loops {

class ClaimBatch {
 public:
  static constexpr std::uint32_t kMostChunks = 15;
  static constexpr std::uint32_t kUntimed = 7;
  static constexpr std::uint64_t kQueues = 8;
  // A line's way from one thread to another: 55 to 180 ns on the virtual machines that this was measured on.
  static constexpr std::uint64_t kTransfer_ns = 100;

  ClaimBatch() = default;
  // `threads`: those that can claim at the same time.
  explicit ClaimBatch(std::uint32_t threads) : queue_ns_(kQueues * threads * kTransfer_ns) {}

  // Before a claim: whether chunks() wants to know the time.
  bool is_timed() const { return untimed_left_ == 0; }

  // How many chunks the next claim is to have. `now_ns` is read only where is_timed().
  std::uint32_t chunks(std::uint64_t now_ns) {
    if (untimed_left_ != 0) {
      --untimed_left_;
      // The next batch is timed from its own claim on.
      since_ns_ = 0;
      return 1;
    }
    if (since_ns_ != 0) {
      const std::uint64_t took_ns = now_ns - since_ns_;
      if (took_ns > queue_ns_) {
        chunks_ = 1;
        untimed_left_ = kUntimed;
      } else if (2 * took_ns <= queue_ns_ && chunks_ < kMostChunks) {
        chunks_ = 2 * chunks_ + 1;
      }
    }
    since_ns_ = now_ns;
    return chunks_;
  }

 private:
  std::uint64_t queue_ns_ = 0;
  std::uint64_t since_ns_ = 0;  // the last timed claim; 0: there was none
  std::uint32_t chunks_ = 1;
  std::uint32_t untimed_left_ = 0;
};

// Chunk sizes of a rising loop, by what is left.
struct RisingChunks {
  static constexpr std::uint64_t kParts = 4;

  std::uint64_t chunk;
  std::uint32_t at_most;  // chunks
  std::uint32_t threads;

  std::uint64_t size_at(std::uint64_t position, std::uint64_t total) const {
    if (at_most == 1) {
      return chunk;
    }
    const std::uint64_t share = (total - position) / chunk / (kParts * threads);
    return share <= 1 ? chunk : (share < at_most ? share : at_most) * chunk;
  }
};

}  // namespace muster::loops
