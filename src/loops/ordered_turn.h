// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ordered: whose turn it is (OpenMP 5.2, 15.10.2). The word holds the first iteration that has not passed yet; a thread waits
// until that is the first of its chunk, and at the end of the chunk passes the turn on. Its waiter has wait_for_turn(word, value), and
// signalled_one_at(word, value), which lets the thread go on that waits for the word to reach the value.
//
// Ordering  A pass   store release    pairs with B
//           B await  await acquire    so ordered regions see each other's writes
#pragma once

#include <cstdint>

#include "loops/iteration_space.h"
#include "loops/loop_word.h"
#include "platform/platform.h"

namespace muster::loops {

template <platform::Platform P>
class OrderedTurn {
 public:
  using Word = typename P::template Atomic<std::uint64_t>;

  OrderedTurn() = default;

  // `loop` numbers the ordered loops of the team that have an iteration, from 0.
  OrderedTurn(Word& word, std::uint64_t loop, std::uint64_t total)
      : word_(&word), total_(total), tag_(loop & kTagMask) {}

  template <class Waiter>
  void await(const Range& chunk, Waiter& waiter) const {
    const std::uint64_t mine = PositionWord{tag_, chunk.first}.pack();
    // B: acquire, pairs with A.
    // The turn cannot move past a chunk that its thread has not passed on.
    P::await_reached(*word_, mine, InTurn<Waiter>{waiter});
  }

  // Only after await(). The last chunk of a loop makes the turn that of the next loop's first iteration.
  template <class Waiter>
  void pass(const Range& chunk, Waiter& waiter) const {
    const bool ends_loop = chunk.last == total_;
    const PositionWord next{ends_loop ? (tag_ + 1) & kTagMask : tag_, ends_loop ? 0 : chunk.last};
    // A: release, pairs with B.
    word_->store_release(next.pack());
    waiter.signalled_one_at(*word_, next.pack());
  }

 private:
  // The same waiter, told that others wait for the word until later or earlier values.
  template <class Waiter>
  struct InTurn {
    Waiter& waiter;

    std::uint32_t eager_polls() const
      requires requires { waiter.eager_polls(); }
    {
      return waiter.eager_polls();
    }
    void wait_for(const Word& word, base::Episode wanted) const { waiter.wait_for_turn(word, wanted); }
  };

  Word* word_ = nullptr;
  std::uint64_t total_ = 0;
  std::uint64_t tag_ = 0;
};

}  // namespace muster::loops
