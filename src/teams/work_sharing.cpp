// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/work_sharing.h"

#include <algorithm>

#include "teams/conditions.h"
#include "teams/dealt_parts.h"
#include "teams/observed_work.h"

namespace muster::teams {
namespace {

using loops::Range;
using settings::ScheduleKind;
using settings::ScheduleModifier;

std::uint64_t divide_up(std::uint64_t dividend, std::uint64_t divisor) {
  return base::divide_rounding_up(dividend, divisor);
}

bool in_order(const LoopKind& kind) { return kind.ordered || kind.schedule.modifier == ScheduleModifier::monotonic; }

Handing handing_of(const LoopKind& kind) {
  switch (kind.schedule.kind) {
    case ScheduleKind::dynamic: return in_order(kind) ? Handing::position_fixed : Handing::owned;
    // In few chunks, and first the large ones: looking for work with the others would cost more than one position.
    case ScheduleKind::guided: return Handing::position_guided;
    case ScheduleKind::trapezoidal: return Handing::position_trapezoid;
    case ScheduleKind::static_steal: return in_order(kind) ? Handing::position_fixed : Handing::owned;
    case ScheduleKind::static_: return kind.schedule.chunk > 0 ? Handing::static_chunks : Handing::static_block;
    case ScheduleKind::auto_:
    case ScheduleKind::static_greedy:
    case ScheduleKind::static_balanced: break;
  }
  return Handing::static_block;
}

void start_owned(Member& self, WorkCursor& cursor) {
  constexpr std::uint64_t kMaxUnits = loops::OwnedRanges<Native>::kMaxUnits;
  cursor.chunks = divide_up(cursor.space.total, cursor.chunk);
  cursor.scale = cursor.chunks <= kMaxUnits ? 1 : divide_up(cursor.chunks, kMaxUnits);
  cursor.held = {};
  cursor.quick = cursor.scale == 1 ? Quick::owned : Quick::none;
  const std::uint64_t units = cursor.scale == 1 ? cursor.chunks : divide_up(cursor.chunks, cursor.scale);
  cursor.owned = loops::OwnedRanges<Native>(self.team->header.ranges, self.team_size, self.number,
                                            ++self.counts.owned_loops, units);
}

void start_position(Member& self, WorkCursor& cursor, const LoopKind& kind) {
  constexpr std::uint64_t kMaxTotal = loops::SharedPosition<Native>::kMaxTotal;
  const std::uint64_t total = cursor.space.total;
  cursor.scale = total <= kMaxTotal ? 1 : divide_up(total, kMaxTotal);
  cursor.position = loops::SharedPosition<Native>(self.team->position.value, ++self.counts.position_loops,
                                                  total <= kMaxTotal ? total : divide_up(total, cursor.scale));
  cursor.parts = loops::guided_parts(self.team_size, conditions.cpus, kind.as_libomp);
  cursor.held = {};
  cursor.batch = loops::ClaimBatch(std::min(self.team_size, conditions.cpus), cursor.chunk);
  cursor.part = loops::RisingChunks::part_of(cursor.chunk, self.team_size, total);
  if (cursor.scale == 1 && !cursor.ordered && !cursor.one_at_a_time) {
    cursor.quick = cursor.handing == Handing::position_guided  ? Quick::guided
                   : cursor.handing == Handing::position_fixed ? Quick::fixed
                                                               : Quick::none;
  }
}

// Chunks that the owned ranges gave this thread, one at a time.
Range next_owned(WorkCursor& cursor) {
  if (cursor.held.empty()) {
    const Range units = cursor.owned.take();
    if (units.empty()) {
      return {};
    }
    const std::uint64_t last = units.last * cursor.scale;
    cursor.held = {units.first * cursor.scale, last < cursor.chunks ? last : cursor.chunks};
  }
  const std::uint64_t next = cursor.held.first++;
  // The end of the loop's last chunk may not fit.
  const bool ends_loop = next + 1 == cursor.chunks;
  return {next * cursor.chunk, ends_loop ? cursor.space.total : (next + 1) * cursor.chunk};
}

template <class Chunks>
Range next_position(WorkCursor& cursor, const Chunks& chunks) {
  const Range taken = cursor.position.take(chunks);
  if (taken.empty() || cursor.scale == 1) [[likely]] {
    return taken;
  }
  const std::uint64_t total = cursor.space.total;
  const std::uint64_t first = taken.first * cursor.scale;
  const bool to_end = taken.last > total / cursor.scale;
  return {first, to_end ? total : taken.last * cursor.scale};
}

// The next chunk of a loop whose iterations rise in each thread. Ordered loops do not come here, as their turn goes from chunk to chunk.
Range next_rising(WorkCursor& cursor) {
  if (cursor.held.empty()) {
    const bool one_by_one = cursor.position.left_at_most() < 2 * cursor.part;
    const loops::Claim claim =
        cursor.batch.is_timed(one_by_one) ? cursor.batch.next(Native::now_ns()) : cursor.batch.next_untimed();
    cursor.held = cursor.position.take(loops::RisingChunks{cursor.chunk, claim, cursor.part});
    if (cursor.held.empty()) {
      return {};
    }
    cursor.batch.took(cursor.held.size());
  }
  return next_held(cursor);
}

Range next_range(Member& self, WorkCursor& cursor) {
  const std::uint64_t total = cursor.space.total;
  const std::uint64_t scaled_chunk = cursor.scale == 1 ? cursor.chunk : divide_up(cursor.chunk, cursor.scale);
  switch (cursor.handing) {
    case Handing::static_block:
      return cursor.round++ == 0 ? loops::static_block(total, self.team_size, self.number) : Range{};
    case Handing::held: return cursor.held.empty() ? Range{} : next_held(cursor);
    case Handing::static_chunks:
      return loops::static_chunk(total, cursor.chunk, self.team_size, self.number, cursor.round++);
    case Handing::dealt_chunks: {
      const std::uint64_t round = cursor.round++;
      return loops::static_chunk(total, cursor.chunk, self.team_size, dealt_part(self, round), round);
    }
    case Handing::owned: return next_owned(cursor);
    case Handing::position_fixed:
      if (is_rising(cursor)) {
        return next_rising(cursor);
      }
      return next_position(cursor, loops::FixedChunks{scaled_chunk});
    case Handing::position_guided: return next_position(cursor, loops::GuidedChunks{scaled_chunk, cursor.parts});
    case Handing::position_trapezoid:
      return next_position(cursor, loops::TrapezoidChunks{scaled_chunk, self.team_size});
  }
  return {};
}

void await_turn(Member& self, WorkCursor& cursor) {
  cursor.turn.await(cursor.current, tasks::waiter_of(self));
  cursor.holds_turn = true;
}

// The turn goes on even if the chunk had no ordered region: later chunks wait for it.
void finish_ordered_chunk(Member& self, WorkCursor& cursor) {
  if (!cursor.in_chunk) {
    return;
  }
  if (!cursor.holds_turn) {
    await_turn(self, cursor);
  }
  cursor.turn.pass(cursor.current, tasks::waiter_of(self));
  cursor.in_chunk = false;
  cursor.holds_turn = false;
}

// With one thread any schedule may hand out everything at once; chunk sizes are kept where programs can see them.
Handing alone(const LoopKind& kind) {
  const bool at_once = kind.as_libomp || kind.schedule.chunk <= 0 || kind.schedule.kind == ScheduleKind::guided;
  return at_once ? Handing::static_block : Handing::held;
}

// While the race checker wants things dealt: each thread has chunks of its own (dealt_parts.h), whichever comes first, as any schedule may give
// them out. Chunks that would be large to begin with are of a size at which each thread has several.
void deal_chunks(Member& self, WorkCursor& cursor) {
  constexpr std::uint64_t kChunksOfAThread = 8;
  if (cursor.handing == Handing::position_guided || cursor.handing == Handing::position_trapezoid) {
    const std::uint64_t chunk = cursor.space.total / (self.team_size * kChunksOfAThread);
    cursor.chunk = chunk > cursor.chunk ? chunk : cursor.chunk;
  }
  meet_dealt(self);
  cursor.handing = Handing::dealt_chunks;
}

}  // namespace

void start_loop(Member& self, const loops::IterationSpace& space, const LoopKind& kind) {
  WorkCursor& cursor = self.cursor;
  const bool shared = self.team_size > 1;
  cursor.space = space;
  cursor.handing = shared ? handing_of(kind) : alone(kind);
  cursor.quick = Quick::none;
  cursor.chunk = kind.schedule.chunk > 0 ? static_cast<std::uint64_t>(kind.schedule.chunk) : 1;
  if (cursor.handing > Handing::dealt_chunks && tasks::dealing) [[unlikely]] {
    deal_chunks(self, cursor);
  }
  cursor.scale = 1;
  cursor.round = 0;
  cursor.ordered = kind.ordered && shared;
  cursor.one_at_a_time = kind.one_at_a_time;
  cursor.in_chunk = false;
  cursor.holds_turn = false;
  if (!shared || space.total == 0) {
    // Nobody counts an empty loop, so that all agree on the numbers of the others.
    cursor.handing = space.total == 0 ? Handing::static_block : cursor.handing;
    if (cursor.handing == Handing::held) {
      cursor.quick = Quick::fixed;
      cursor.held = {0, space.total};
    }
    return;
  }
  if (cursor.handing == Handing::owned) {
    start_owned(self, cursor);
  } else if (cursor.handing >= Handing::position_fixed) {
    start_position(self, cursor, kind);
  }
  if (cursor.ordered) {
    cursor.turn = loops::OrderedTurn<Native>(self.team->turn.value, self.counts.ordered_loops++, space.total);
  }
}

bool take_chunk(Member& self, Range& chunk) {
  WorkCursor& cursor = self.cursor;
  if (cursor.ordered) {
    finish_ordered_chunk(self, cursor);
  }
  // A thread that has run the last iteration gets no other, so that its private variables still have the values that
  // lastprivate asks for (OpenMP 5.2, 5.4.5). What is left elsewhere is the others' to run.
  const bool ran_last = cursor.in_chunk && cursor.current.last == cursor.space.total;
  chunk = ran_last ? Range{} : next_range(self, cursor);
  if (chunk.empty()) {
    return false;
  }
  cursor.current = chunk;
  cursor.in_chunk = true;
  return true;
}

bool take_chunk_told(Member& self, Range& chunk) {
  WorkCursor& cursor = self.cursor;
  // A wait for the turn is none for the next chunk.
  if (cursor.ordered) {
    if (cursor.in_chunk && !cursor.holds_turn) {
      const events::AwaitingIteration awaiting(self.on_demand->work.caller);
      await_turn(self, cursor);
    }
    finish_ordered_chunk(self, cursor);
  }
  return observed::take_chunk(self, chunk);
}

void enter_ordered(Member& self) {
  WorkCursor& cursor = self.cursor;
  if (cursor.ordered && cursor.in_chunk && !cursor.holds_turn) {
    await_turn(self, cursor);
  }
}

void leave_ordered(Member& self) {
  WorkCursor& cursor = self.cursor;
  if (cursor.holds_turn && cursor.current.size() == 1 && cursor.unit == 1) {
    cursor.turn.pass(cursor.current, tasks::waiter_of(self));
    cursor.in_chunk = false;
    cursor.holds_turn = false;
  }
}

}  // namespace muster::teams
