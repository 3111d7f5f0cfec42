// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WorkCursor: where one thread stands in the worksharing loop that it is in.
#pragma once

#include <cstdint>

#include "loops/loops.h"
#include "platform/native.h"

namespace muster::teams {

using platform::Native;

// held: the thread has all of the loop's iterations to begin with. Those behind dealt_chunks go by which thread comes first.
enum class Handing : std::uint8_t {
  static_block,
  held,
  static_chunks,
  dealt_chunks,  // see dealt_parts.h
  owned,
  position_fixed,
  position_guided,
  position_trapezoid
};

// Which loops have a short way to a chunk: owned where a unit is a chunk, guided where a position is an iteration, fixed where the thread holds
// chunks, as that of a team of one holds all. Where somebody listens: none, fixed for what is in hand, and counted for the next ones of an owned loop that are not told.
enum class Quick : std::uint8_t { none, owned, fixed, guided, counted };

struct WorkCursor {
  loops::IterationSpace space;
  Handing handing = Handing::static_block;
  Quick quick = Quick::none;
  bool ordered = false;
  bool one_at_a_time = false;  // see LoopKind
  bool in_chunk = false;       // ordered: `current` has been handed out and not been passed on
  bool holds_turn = false;     // ordered: await has succeeded for `current`
  std::uint32_t parts = 1;     // guided: see loops::guided_parts()
  // So many requests go untold from here on, while somebody listens (observed_chunks.cpp).
  std::uint32_t untold_left = 0;
  std::uint64_t chunk = 1;  // iterations
  // For the ABI alone: `space` is one of units of so many iterations (1: of iterations), of which the loop has so many.
  std::uint64_t unit = 1;
  std::uint64_t iterations = 0;
  std::uint64_t chunks = 0;  // owned: of the loop
  std::uint64_t scale = 1;   // owned: chunks a unit; position: iterations a position
  std::uint64_t round = 0;   // static: runs handed out so far
  loops::Range held;         // chunks (owned) or iterations (fixed, held) that only this thread has left
  loops::ClaimBatch batch;   // fixed
  std::uint64_t part = 1;    // fixed: RisingChunks::part_of()
  loops::Range current;      // iterations handed out last
  loops::OwnedRanges<Native> owned;
  loops::SharedPosition<Native> position;
  loops::OrderedTurn<Native> turn;
};

// Deeper nests than this are not known to exist; collapse and ordered clauses are written by hand.
inline constexpr std::uint32_t kMaxDoacrossDepth = 16;

// The nest of the current loop that has cross-iteration dependences.
struct DoacrossNest {
  loops::Doacross<Native> progress;
  std::uint32_t depth = 0;
  // The worksharing loop hands out the iterations of so many of its loops, the outermost ones, as if they were one.
  std::uint32_t collapsed = 1;
  std::uint64_t counts[kMaxDoacrossDepth] = {};
  // How the ABI's iteration numbers become those from 0, where that is needed: (value - first) / step.
  std::int64_t firsts[kMaxDoacrossDepth] = {};
  std::int64_t steps[kMaxDoacrossDepth] = {};
};

}  // namespace muster::teams
