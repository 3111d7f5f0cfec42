// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(static): which iterations a thread gets, as pure functions (OpenMP 5.2, 11.5.3).
#pragma once

#include <cstdint>

#include "loops/iteration_space.h"

namespace muster::loops {

// Without a chunk size: one run a thread, sizes differing by at most one, larger ones first. A function of (total, threads,
// thread) alone, so two loops with the same count give a thread the same iterations, as the specification demands.
constexpr Range static_block(std::uint64_t total, std::uint32_t threads, std::uint32_t thread) {
  const std::uint64_t quotient = total / threads;
  const std::uint64_t remainder = total % threads;
  if (thread < remainder) {
    const std::uint64_t first = thread * (quotient + 1);
    return {first, first + quotient + 1};
  }
  const std::uint64_t first = thread * quotient + remainder;
  return {first, first + quotient};
}

// Run number `round` of a thread when chunks are dealt round robin; empty when there is no such run.
constexpr Range static_chunk(std::uint64_t total, std::uint64_t chunk, std::uint32_t threads, std::uint32_t thread,
                             std::uint64_t round) {
  const std::uint64_t chunks = total / chunk + (total % chunk != 0 ? 1 : 0);
  // Checked before multiplying: rounds * threads may not fit.
  if (thread >= chunks || round > (chunks - 1 - thread) / threads) {
    return {total, total};
  }
  const std::uint64_t first = (round * threads + thread) * chunk;
  const std::uint64_t left = total - first;
  return {first, first + (left < chunk ? left : chunk)};
}

}  // namespace muster::loops
