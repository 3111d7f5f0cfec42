// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SpinBudget: how long to spin before parking when nobody has said so, learned from the thread's last waits.
//
// Spinning for as long as waking up costs is never worse than twice the best (Karlin et al. 1990, competitive spinning); much
// longer pays only where the wait is expected to end in that time. As with a branch predictor, one wait that is unlike the
// others changes little: two long waits in a row make the next budget short, one short wait makes it long again. Waits that are over
// in the eager polls never come here; by the episodes that were waited for it shows that there were many, as when a process
// on one of the CPUs takes the thread's teammate away for a slice after thousands of barriers.
#pragma once

#include <cstdint>

#include "base/base.h"

namespace muster::waiting {

class SpinBudget {
 public:
  // Gaps between regions and waits at barriers of programs that profit from spinning are shorter; a thread that has nothing to
  // do for longer costs its neighbours more than a wake-up costs it.
  static constexpr std::uint64_t kLong_ns = 3'000'000;
  // A futex wake-up of a thread whose CPU sleeps takes up to 45 us on the reference machine.
  static constexpr std::uint64_t kShort_ns = 50'000;

  // Far more barriers than a region has whose threads wait in each; fewer may be those that are no wait for a thread (joins).
  static constexpr base::Episode kManyEpisodes = 16;

  std::uint64_t next_ns() const { return long_waits_ >= kConvincing ? kShort_ns : kLong_ns; }

  // How many episodes lie from the last wait that was told of to that of `episode`: 0 or 1 where none lies between, as a thread may wait for several words in one.
  base::Episode since_last(base::Episode episode) const { return episode - last_; }

  // For `episode`, as long as that.
  void waited(base::Episode episode, std::uint64_t ns) {
    const bool in_a_row = episode - last_ < kManyEpisodes;
    last_ = episode;
    if (ns <= kLong_ns || !in_a_row) {
      long_waits_ = 0;
    } else if (long_waits_ < kConvincing) {
      ++long_waits_;
    }
  }

 private:
  static constexpr std::uint32_t kConvincing = 2;

  base::Episode last_ = 0;
  std::uint32_t long_waits_ = 0;
};

}  // namespace muster::waiting
