// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops as GCC calls them: a half-open interval [start, end) in steps, and the next piece returned the same way.
#pragma once

#include "loops/loops.h"
#include "teams/teams.h"

namespace muster::abi::gomp {

using UnsignedLongLong = unsigned long long;

// Apart from next(), so that the short way needs no registers of its own.
template <class T>
__attribute__((noinline)) bool next_slowly(teams::Member& self, T* first, T* last) {
  loops::Range chunk;
  if (!teams::next_chunk(self, chunk)) {
    return false;
  }
  const loops::IterationSpace& space = self.cursor.space;
  *first = static_cast<T>(space.value_at(chunk.first));
  *last = static_cast<T>(space.end_of(chunk));
  return true;
}

template <class T>
bool next(teams::Member& self, T* first, T* last) {
  loops::Range chunk;
  if (teams::next_chunk_quickly(self.cursor, chunk)) [[likely]] {
    const loops::IterationSpace& space = self.cursor.space;
    *first = static_cast<T>(space.value_at(chunk.first));
    *last = static_cast<T>(space.value_at(chunk.last));
    return true;
  }
  return next_slowly(self, first, last);
}

inline loops::IterationSpace space_of(long start, long end, long step) { return loops::half_open(start, end, step); }

// `up` says the direction, because the step of an unsigned loop has no sign.
inline loops::IterationSpace space_of(bool up, UnsignedLongLong start, UnsignedLongLong end, UnsignedLongLong step) {
  const UnsignedLongLong distance = up ? (start < end ? end - start : 0) : (start > end ? start - end : 0);
  const UnsignedLongLong stride = up ? step : 0 - step;
  return {start, step, distance == 0 || stride == 0 ? 0 : (distance - 1) / stride + 1, end};
}

template <class T>
MUSTER_ALWAYS_INLINE bool start(teams::Member& self, const loops::IterationSpace& space, const teams::LoopKind& kind,
                                T* first, T* last, events::Caller caller) {
  teams::start_loop(self, space, kind, caller);
  return next(self, first, last);
}

}  // namespace muster::abi::gomp
