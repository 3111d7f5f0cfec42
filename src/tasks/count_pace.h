// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a waiting thread adds up what all threads of its team have completed. A count reads a line of each thread, and in a large team there are as many
// threads that count, while those that work write these lines.
#pragma once

#include <cstdint>

#include "base/base.h"

namespace muster::tasks {

// Threads that count at each of their looks. More that run at the same time count about as often as that many do together.
inline constexpr std::uint32_t kThreadsThatCount = 8;
// From so many threads on that can count at the same time, no more than kThreadsThatCount do at a look where they come together. With fewer all do: each finds out
// for itself then, which takes 0.61 to 1.15 of the time with 24 to 144 threads on eight simulated machines. On the Altix it takes longer at any size: 1.1 times as
// long with 24 threads, 3.4 and 3.0 times with 256 and 512 (`simulate drain --machine NAME --threads N --rows chosen`, with `--in-turn-from 1000` and `1`).
inline constexpr std::uint32_t kThreadsInTurn = 256;

class CountPace {
 public:
  // Before the first look of a thread that comes when the others do: which of its looks is the first that counts. For the thread in slot 0, and for each of less than
  // `in_turn_from`, it is the next one.
  void take_turn(std::uint32_t slot, std::uint32_t at_once, std::uint32_t in_turn_from = kThreadsInTurn) {
    looks_left_ = at_once >= in_turn_from ? slot % looks_a_count(at_once) : 0;
  }
  // At each look of a thread, of which so many can look at the same time: whether it is to count.
  bool is_due(std::uint32_t at_once) {
    if (looks_left_ != 0) {
      --looks_left_;
      return false;
    }
    looks_left_ = at_once > kThreadsThatCount ? looks_a_count(at_once) - 1 : 0;
    return true;
  }

 private:
  static constexpr std::uint32_t looks_a_count(std::uint32_t at_once) {
    return base::divide_rounding_up(at_once, kThreadsThatCount);
  }

  std::uint32_t looks_left_ = 0;
};

}  // namespace muster::tasks
