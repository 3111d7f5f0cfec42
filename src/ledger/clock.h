// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ledger's clock: the CPU's counter where it is steady (10 ns a reading on the reference machine, an EPYC under KVM, 2026-11-23;
// clock_gettime takes 22), else nanoseconds of CLOCK_MONOTONIC.
#pragma once

#include <cstdint>

#include "platform/native.h"

namespace muster::ledger {

// Set once by start().
inline constinit bool ticks_are_steady = false;

// How many ticks a millisecond has. start() sets it, and mark_clocks() knows it better.
inline constinit platform::Native::Atomic<std::uint64_t> ticks_per_ms{1'000'000};

inline std::uint64_t now_ticks() { return ticks_are_steady ? platform::cpu::ticks() : platform::Native::now_ns(); }

// The clock and the system's at the same moment.
struct BothClocks {
  std::uint64_t ticks = 0;
  std::uint64_t ns = 0;
};

// A thread may lose its CPU between the two, so it is the try of a few in which least time passed.
inline BothClocks both_clocks() {
  constexpr int kTries = 4;
  BothClocks closest;
  std::uint64_t least_ns = ~std::uint64_t{0};
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t before_ns = platform::Native::now_ns();
    const std::uint64_t ticks = now_ticks();
    if (const std::uint64_t passed_ns = platform::Native::now_ns() - before_ns; passed_ns < least_ns) {
      least_ns = passed_ns;
      closest = {ticks, before_ns + passed_ns / 2};
    }
  }
  return closest;
}

// Between two moments that are 10 us apart at least, where the readings of the clocks, of 50 ns at most, make one per cent; 0: they are not.
inline std::uint64_t ticks_per_ms_between(const BothClocks& first, const BothClocks& last) {
  constexpr std::uint64_t kNsInMs = 1'000'000;
  constexpr std::uint64_t kShortest_ns = 10'000;
  const std::uint64_t passed_ns = last.ns - first.ns;
  return passed_ns < kShortest_ns ? 0
                                  : static_cast<std::uint64_t>(static_cast<double>(last.ticks - first.ticks) * kNsInMs /
                                                               static_cast<double>(passed_ns));
}

}  // namespace muster::ledger
