// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Piece: how many short chunks a thread gets together once in a while where somebody listens (teams/observed_chunks.cpp). The larger it is, the less matters what is timed
// with it, some 10 ns. But it is out of the others' reach: 64 chunks of less than 1 us are less than 0.1 ms, and it is a part of what would be the thread's own.
#pragma once

#include <cstdint>

namespace muster::loops {

inline constexpr std::uint64_t kMostInPiece = 64;
// It is one of so many parts of a thread's share of what is left.
inline constexpr std::uint64_t kPartsOfShare = 8;

// `left`: chunks that so many threads share.
constexpr std::uint64_t chunks_in_piece(std::uint64_t left, std::uint32_t threads) {
  const std::uint64_t part = left / (kPartsOfShare * threads);
  return part < kMostInPiece ? part : kMostInPiece;
}

}  // namespace muster::loops
