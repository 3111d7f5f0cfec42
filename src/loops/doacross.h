// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cross-iteration dependences: ordered(n) with depend(sink) and depend(source), doacross (OpenMP 5.2, 15.9.5 and 15.10).
//
// One word for each iteration of the outer loop, which is the one that is handed out to threads, holds how far its inner iterations have come:
// 1 + the number of the last one whose source has been passed. A thread runs the inner iterations of an outer one in order, so the word only
// moves on and a sink is an await for its value. Collapsed loops are one outer loop. A waiter has wait_for_progress(word, value), and
// signalled_at(word, value), which lets the threads go on that wait for the word to reach the value or less.
//
// Memory    8 bytes for each outer iteration, kept until the team goes: a loop of 10^9 outer iterations takes 8 GB, and the program ends with a message
//           where the system has not got them. A bit for each iteration would make a source an atomic update of a line that 512 iterations share.
//
// Ordering  A source   store release of progress    pairs with B
//           B sink     await acquire of progress
#pragma once

#include <cstddef>
#include <cstdint>

#include "loops/iteration_space.h"
#include "platform/platform.h"

namespace muster::loops {

template <platform::Platform P>
class Doacross {
 public:
  using Word = typename P::template Atomic<std::uint64_t>;

  static std::size_t storage_needed(std::uint64_t outer_total) { return outer_total * sizeof(Word); }

  Doacross() = default;
  // `progress` has zeroed storage for each outer iteration.
  Doacross(void* progress, std::uint64_t outer_total)
      : progress_(static_cast<Word*>(progress)), outer_total_(outer_total) {}

  // `outer` and `inner`: logical numbers of the iteration; inner is 0 for a loop nest of depth one.
  template <class Waiter>
  void source(std::uint64_t outer, std::uint64_t inner, Waiter& waiter) const {
    if (progress_ == nullptr || outer >= outer_total_) {
      return;
    }
    // A: release, pairs with B.
    progress_[outer].store_release(inner + 1);
    waiter.signalled_at(progress_[outer], inner + 1);
  }

  // An iteration that the loop does not have is no dependence (OpenMP 5.2, 15.9.5).
  template <class Waiter>
  void sink(std::uint64_t outer, std::uint64_t inner, Waiter& waiter) const {
    if (progress_ == nullptr || outer >= outer_total_) {
      return;
    }
    // B: acquire, pairs with A.
    P::await_reached(progress_[outer], inner + 1, InProgress<Waiter>{waiter});
  }

 private:
  // The same waiter, told that others may wait for the word until other values.
  template <class Waiter>
  struct InProgress {
    Waiter& waiter;

    std::uint32_t eager_polls() const
      requires requires { waiter.eager_polls(); }
    {
      return waiter.eager_polls();
    }
    void wait_for(const Word& word, base::Episode wanted) const { waiter.wait_for_progress(word, wanted); }
  };

  Word* progress_ = nullptr;
  std::uint64_t outer_total_ = 0;
};

}  // namespace muster::loops
