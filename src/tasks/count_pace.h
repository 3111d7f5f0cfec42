// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a waiting thread adds up what all threads of its team have completed. A count reads a line of each thread, and in a large team there are as many
// threads that count, while those that work write these lines.
#pragma once

#include <cstdint>

namespace muster::tasks {

// Threads that count at each of their looks. A larger team counts about as often as that many do together.
inline constexpr std::uint32_t kThreadsThatCount = 8;

class CountPace {
 public:
  // At each look of a thread in a team of that size: whether it is to count.
  bool is_due(std::uint32_t threads) {
    if (looks_left_ != 0) {
      --looks_left_;
      return false;
    }
    looks_left_ = (threads - 1) / kThreadsThatCount;
    return true;
  }

 private:
  std::uint32_t looks_left_ = 0;
};

}  // namespace muster::tasks
