// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing loops and sections whose iterations the runtime hands out (OpenMP 5.2, 11.5 and 11.3), and ordered.
#pragma once

#include "events/events.h"
#include "loops/loops.h"
#include "settings/settings.h"
#include "teams/team.h"

namespace muster::teams {

struct LoopKind {
  settings::Schedule schedule;  // chunk 0: the default of the kind
  bool ordered = false;
  // As programs for libomp know it: the chunks of a guided loop are half as large as they would be otherwise (loops::guided_parts()), and a team of
  // one has any loop as one chunk.
  bool as_libomp = false;
  // The units are few and each is another piece of the program, as sections are: a thread has none in hand while it runs another.
  bool one_at_a_time = false;
};

// Every member of the team calls it with the same loop. OpenMP 5.2, 11.5.3.
void start_loop(Member& self, const loops::IterationSpace& space, const LoopKind& kind);
bool take_chunk(Member& self, loops::Range& chunk);
// The same while somebody listens.
bool take_chunk_told(Member& self, loops::Range& chunk);
// Whether the loop's iterations rise in each thread, which may claim several chunks at a time and has the rest of them in hand.
inline bool is_rising(const WorkCursor& cursor) {
  return cursor.handing == Handing::position_fixed && cursor.scale == 1 && !cursor.ordered && !cursor.one_at_a_time;
}
// The next of the chunks that a thread has claimed together in a rising loop.
inline loops::Range next_held(WorkCursor& cursor) {
  const std::uint64_t first = cursor.held.first;
  cursor.held.first = cursor.held.size() < cursor.chunk ? cursor.held.last : first + cursor.chunk;
  return {first, cursor.held.first};
}
// The next chunk for this member; false when there is none left. Ends the ordered part of the chunk before.
MUSTER_ALWAYS_INLINE bool next_chunk(Member& self, loops::Range& chunk) {
  WorkCursor& cursor = self.cursor;
  if (cursor.quick == Quick::guided) {
    // A thread that has run the last iteration finds none without being kept from it.
    chunk = cursor.position.take(loops::GuidedChunks{cursor.chunk, cursor.parts});
    return !chunk.empty();
  }
  if (cursor.quick == Quick::fixed && !cursor.held.empty()) {
    chunk = next_held(cursor);
    return true;
  }
  return events::listening ? take_chunk_told(self, chunk) : take_chunk(self, chunk);
}
// The next chunk of the thread's own range, where a unit is a chunk; false: it has one at most.
inline bool next_owned_quickly(WorkCursor& cursor, loops::Range& chunk) {
  std::uint64_t unit = 0;
  if (!cursor.owned.take_quickly(unit)) {
    return false;
  }
  const std::uint64_t first = unit * cursor.chunk;
  chunk = {first, first + cursor.chunk};
  return true;
}
// The same for one that goes untold while somebody listens (observed_chunks.cpp); false also where the next one is told.
MUSTER_ALWAYS_INLINE bool next_chunk_counted(WorkCursor& cursor, loops::Range& chunk) {
  if (cursor.untold_left == 0 || !next_owned_quickly(cursor, chunk)) {
    return false;
  }
  --cursor.untold_left;
  return true;
}
// The short way for a dynamic loop, in which it serves for most chunks: false says to ask next_chunk(). Never gives the loop's last
// chunk, nor one of an ordered loop.
MUSTER_ALWAYS_INLINE bool next_chunk_quickly(WorkCursor& cursor, loops::Range& chunk) {
  if (cursor.quick == Quick::fixed) {
    if (cursor.held.size() <= cursor.chunk) {
      return false;
    }
    chunk = next_held(cursor);
    return true;
  }
  if (cursor.quick == Quick::owned) [[likely]] {
    return next_owned_quickly(cursor, chunk);
  }
  return cursor.quick == Quick::counted && next_chunk_counted(cursor, chunk);
}

// Waits for the turn of the current chunk (OpenMP 5.2, 15.10.2).
void enter_ordered(Member& self);
// Passes the turn on if the chunk is one iteration, which has one ordered region at most; otherwise that waits for the end of
// the chunk.
void leave_ordered(Member& self);

}  // namespace muster::teams
