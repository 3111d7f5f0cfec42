// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams whose slots are not numbered along the machine, for rows that follow where they are.
#pragma once

#include "barriers/barriers.h"
#include "engine/limits.h"

namespace muster::verify {

// 0 and 2 share a cache, 1 and 3 are in two others of another package, 4 and 7 are in the same two, and 5 and 6 in a second node of the
// first package.
inline barriers::Position dealt(const void* /*context*/, std::uint32_t slot) {
  constexpr barriers::Position kOf[kMaxThreads] = {{{0, 0, 0}}, {{2, 2, 1}}, {{0, 0, 0}}, {{3, 2, 1}},
                                                   {{2, 2, 1}}, {{1, 1, 0}}, {{1, 1, 0}}, {{3, 2, 1}}};
  return kOf[slot];
}

// The same machine after slots 0 and 1 have changed places: in teams of 3 and more somebody has another parent (tests/placed_test.cpp).
inline barriers::Position moved(const void* context, std::uint32_t slot) {
  return dealt(context, slot < 2 ? 1 - slot : slot);
}

// `shape` with the threads in the one or the other place, by turns.
inline barriers::Shape placed(barriers::Shape shape, base::Episode turn) {
  shape.positions.of = turn % 2 == 0 ? &dealt : &moved;
  shape.positions.slots = shape.capacity;
  return shape;
}

}  // namespace muster::verify
