// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words that threads of a team share for a loop. Each carries the number of the loop (a tag) beside its position, so a
// thread that is a loop ahead or behind sees at once that the word is not about its loop. That makes loops need neither a
// slot from a ring of descriptors nor somebody that prepares it: the first comer moves the tag on.
//
// Invariant I1: a tag moves from loop s - 1 to loop s only when loop s - 1 has no iteration left to hand out in that word.
// Tags are a loop's number modulo 2^kTagBits. All threads of a team go through the same loops, so tags of one moment
// differ by the number of loops that one thread is ahead of another without a barrier between (nowait), and an alias would
// need exactly 2^20 such loops.
#pragma once

#include <cstdint>

namespace muster::loops {

inline constexpr std::uint32_t kTagBits = 20;
inline constexpr std::uint64_t kTagMask = (std::uint64_t{1} << kTagBits) - 1;

// A run of units first .. last - 1 that is left of loop `tag`.
struct RangeWord {
  static constexpr std::uint32_t kUnitBits = 22;
  static constexpr std::uint64_t kUnitMask = (std::uint64_t{1} << kUnitBits) - 1;

  std::uint64_t tag;
  std::uint64_t first;
  std::uint64_t last;

  bool empty() const { return first >= last; }
  std::uint64_t pack() const { return (tag << (2 * kUnitBits)) | (first << kUnitBits) | last; }
  static RangeWord unpack(std::uint64_t word) {
    return {word >> (2 * kUnitBits), (word >> kUnitBits) & kUnitMask, word & kUnitMask};
  }
};
static_assert(kTagBits + 2 * RangeWord::kUnitBits == 64);

// The next position of loop `tag`.
struct PositionWord {
  static constexpr std::uint32_t kPositionBits = 44;
  static constexpr std::uint64_t kPositionMask = (std::uint64_t{1} << kPositionBits) - 1;

  std::uint64_t tag;
  std::uint64_t position;

  std::uint64_t pack() const { return (tag << kPositionBits) | position; }
  static PositionWord unpack(std::uint64_t word) { return {word >> kPositionBits, word & kPositionMask}; }
};
static_assert(kTagBits + PositionWord::kPositionBits == 64);

}  // namespace muster::loops
