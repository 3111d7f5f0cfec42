// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of a team that follows what the process may use while the program runs (OMP_DYNAMIC=true).
#pragma once

#include <cstdint>

#include "platform/native.h"

namespace muster::runtime {

// A quota is changed by people and schedulers, not by programs: a second later is soon enough, and a look reads some small files.
inline constexpr std::uint64_t kBetweenLooks_ns = 1'000'000'000;

// The size to give out for what may be used now. It never exceeds that at the start, which omp_get_max_threads() has told the
// program as an upper bound (OpenMP 5.2, 18.2.4). Pure.
constexpr std::uint32_t followed_size(std::uint32_t at_start, std::uint32_t now) {
  const std::uint32_t possible = now == 0 ? 1 : now;
  return possible < at_start ? possible : at_start;
}

// Remembers the last look. Thread-safe: one thread looks, the others go by what was seen before.
class Looks {
 public:
  constexpr Looks() = default;

  // `look` is called at most once in kBetweenLooks_ns, and at the first call.
  template <class Look>
  std::uint32_t size_at(std::uint64_t now_ns, std::uint32_t at_start, const Look& look) {
    std::uint64_t next = next_ns_.load_relaxed();
    if (now_ns >= next && next_ns_.compare_exchange_relaxed(next, now_ns + kBetweenLooks_ns)) {
      seen_.store_relaxed(look());
    }
    // Before the first look has ended nothing is known, and the size is that at the start.
    const std::uint32_t seen = seen_.load_relaxed();
    return seen == 0 ? at_start : followed_size(at_start, seen);
  }

 private:
  platform::Native::Atomic<std::uint64_t> next_ns_{0};
  platform::Native::Atomic<std::uint32_t> seen_{0};
};

}  // namespace muster::runtime
