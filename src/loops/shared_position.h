// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose iterations must be handed out in order (schedule modifier monotonic, ordered loops, sections) or in few
// chunks (guided, trapezoidal): one position that all threads of the team move on.
//
// Source    Tang and Yew 1986 (self-scheduling), Polychronopoulos and Kuck 1987 (guided self-scheduling), Tzen and Ni 1993
//           (trapezoid self-scheduling), Hummel, Schonberg and Flynn 1992 (factoring).
// Cost      a line transfer per claim when threads contend, which is a chunk, or several short ones (claim_batch.h): the word is not read before it is
//           exchanged, which would make it two. What it is, the thread guesses: what it left there, or at first what a loop as long as this one has left. None after the last chunk for the thread that took it.
// Ordering  relaxed: positions are numbers, not data.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "loops/iteration_space.h"
#include "loops/loop_word.h"
#include "platform/platform.h"

namespace muster::loops {

// Which size the next chunk has, as a function of the position alone, so that all threads agree.
struct FixedChunks {
  std::uint64_t chunk;

  std::uint64_t size_at(std::uint64_t /*position*/, std::uint64_t /*total*/) const { return chunk; }
};

// Into how many parts a guided loop divides what is left, for the next chunk to be one of them (OpenMP 5.2, 11.5.3: proportional to
// what is left, divided by the threads). One a thread is Polychronopoulos and Kuck's rule and libgomp's; two are what Hummel,
// Schonberg and Flynn 1992 (factoring) found to be safe where iterations differ, and libomp's. Threads that share a CPU always have two:
// a thread that waits for its turn on the CPU keeps a chunk from the others, as one does whose iterations are long.
constexpr std::uint32_t guided_parts(std::uint32_t threads, std::uint32_t cpus, bool small_chunks) {
  return small_chunks || threads > cpus ? 2 * threads : threads;
}

struct GuidedChunks {
  std::uint64_t chunk;
  std::uint32_t parts;  // guided_parts()

  std::uint64_t size_at(std::uint64_t position, std::uint64_t total) const {
    const std::uint64_t share = base::divide_rounding_up<std::uint64_t>(total - position, parts);
    return share > chunk ? share : chunk;
  }
};

// Sizes fall linearly from total / (2 * threads) to `chunk`. Tzen and Ni number the chunks; here the size is found from the
// position, which gives the same line: the square of the size falls linearly with the position.
struct TrapezoidChunks {
  std::uint64_t chunk;
  std::uint32_t threads;

  std::uint64_t size_at(std::uint64_t position, std::uint64_t total) const {
    const std::uint64_t largest = total / (2 * static_cast<std::uint64_t>(threads));
    if (largest <= chunk) {
      return chunk;
    }
    const double left = static_cast<double>(total - position) / static_cast<double>(total);
    const double low = static_cast<double>(chunk) * static_cast<double>(chunk);
    const double high = static_cast<double>(largest) * static_cast<double>(largest);
    const auto size = static_cast<std::uint64_t>(__builtin_sqrt(low + (high - low) * left));
    return size > chunk ? size : chunk;
  }
};

template <platform::Platform P>
class SharedPosition {
 public:
  using Word = typename P::template Atomic<std::uint64_t>;

  static constexpr std::uint64_t kMaxTotal = PositionWord::kPositionMask;

  SharedPosition() = default;

  // `loop` numbers the loops of the team that use this word, from 1. total <= kMaxTotal.
  SharedPosition(Word& word, std::uint64_t loop, std::uint64_t total)
      : word_(&word), total_(total), tag_(loop & kTagMask), guess_(PositionWord{(loop - 1) & kTagMask, total}.pack()) {}

  // Iterations that have not been claimed, or fewer: others may have claimed some since this thread did.
  std::uint64_t left_at_most() const {
    const PositionWord word = PositionWord::unpack(guess_);
    return word.tag == tag_ ? total_ - word.position : total_;
  }

  // The next chunk in order; empty at the end of the loop.
  template <class Chunks>
  MUSTER_ALWAYS_INLINE Range take(const Chunks& chunks) {
    // Also a wrong guess says nothing wrong: that the loop before is exhausted, or how far this one was.
    std::uint64_t packed = guess_;
    for (;;) {
      const PositionWord word = PositionWord::unpack(packed);
      std::uint64_t first = word.position;
      if (word.tag == ((tag_ - 1) & kTagMask)) {
        // The loop before is exhausted, or this thread would not be here (I1); this one has not begun.
        first = 0;
      } else if (word.tag != tag_) {
        return {};
      }
      if (first >= total_) {
        return {};
      }
      const std::uint64_t left = total_ - first;
      const std::uint64_t size = chunks.size_at(first, total_);
      const std::uint64_t last = first + (size < left ? size : left);
      const std::uint64_t moved = PositionWord{tag_, last}.pack();
      if (word_->compare_exchange_relaxed(packed, moved)) {
        guess_ = moved;
        return {first, last};
      }
    }
  }

 private:
  Word* word_ = nullptr;
  std::uint64_t total_ = 0;
  std::uint64_t tag_ = 0;
  std::uint64_t guess_ = 0;
};

}  // namespace muster::loops
