// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a waiting thread adds up what all threads of its team have completed. A count reads a line of each thread, and in a large team there are as many
// threads that count, while those that work write these lines.
#pragma once

#include <cstdint>

namespace muster::tasks {

// Threads that count at each of their looks. More that run at the same time count about as often as that many do together.
inline constexpr std::uint32_t kThreadsThatCount = 8;

class CountPace {
 public:
  // At each look of a thread, of which so many can look at the same time: whether it is to count.
  bool is_due(std::uint32_t at_once) {
    if (looks_left_ != 0) {
      --looks_left_;
      return false;
    }
    looks_left_ = at_once > kThreadsThatCount ? (at_once - 1) / kThreadsThatCount : 0;
    return true;
  }

 private:
  std::uint32_t looks_left_ = 0;
};

}  // namespace muster::tasks
