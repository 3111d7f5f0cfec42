// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chunks while somebody listens. A thread that takes chunks of some nanoseconds from a range of its own, or out of its hand, does so in less time than telling
// needs, and there may be millions of them. So where nobody wants to hear of each, one request in several is told, and of the rest how many chunks they gave. Once
// in a while the thread has several chunks in one piece: what takes less time then is what handing them out costs.
#include "teams/observed_work.h"

namespace muster::teams::observed {
namespace {

using loops::Range;

// A request takes 10 to 100 ns and telling it as much again, so beside longer chunks neither matters much.
constexpr std::uint64_t kShortChunk_ns = 1000;
// One request in so many is told, counted in chunks, where telling costs as much as a request or more: a share of the thread's own, which depends on no machine and on
// no team's size. A claim of a rising loop has as many as kClaim at most.
constexpr std::uint32_t kToldOneIn = 16;
constexpr std::uint32_t kToldOneInOfShort = 128;
constexpr std::uint32_t kClaim = loops::ClaimBatch::kMostChunks + 1;
// One in so many of the told requests for short chunks gives several in one piece. It is a share of the thread's own requests, as the two above are.
constexpr std::uint32_t kInOnePieceOneIn = 16;

bool is_told_each(const WorkCursor& cursor) {
  const bool may_go_untold = is_rising(cursor) || (cursor.handing == Handing::owned && !cursor.ordered);
  return !may_go_untold || events::tells_each_chunk;
}

// Beside the one that has been dealt.
std::uint64_t chunks_in_hand(const WorkCursor& cursor) {
  return is_rising(cursor) ? base::divide_rounding_up(cursor.held.size(), cursor.chunk) : 0;
}

// Into the hand, from which the next request takes: so many chunks together.
void claim_piece(WorkCursor& cursor, std::uint64_t count) {
  cursor.held = cursor.position.take(loops::FixedChunks{cursor.chunk * count});
  // The time that the piece takes says nothing of a claim's.
  static_cast<void>(cursor.batch.next_untimed());
}

// `piece`: of a rising loop, that many chunks are claimed together; 0: as many as if nobody listened.
bool ask(Member& self, Range& chunk, std::uint64_t piece = 0) {
  if (events::heard.dispatch_begin != nullptr) [[unlikely]] {
    events::emit(events::DispatchBegin{events::this_task()});
  }
  if (piece != 0) {
    claim_piece(self.cursor, piece);
  }
  const bool has_chunk = teams::take_chunk(self, chunk);
  deal(self, chunk);
  return has_chunk;
}

// Not the short way, as for most of them.
bool take_untold(Member& self, Range& chunk) {
  WorkCursor& cursor = self.cursor;
  if (!teams::take_chunk(self, chunk)) {
    return false;
  }
  --cursor.untold_left;
  self.on_demand->chunks.claimed += 1 + chunks_in_hand(cursor);
  return true;
}

// How many chunks the thread has had since the last told request, beside those that came with it.
std::uint64_t untold_since(const Member& self) {
  const OnDemand::Chunks& chunks = self.on_demand->chunks;
  return is_rising(self.cursor) ? chunks.claimed : chunks.plan - self.cursor.untold_left;
}

void tell_untold(const Member& self) {
  if (const std::uint64_t count = untold_since(self); count != 0) {
    events::emit(events::UntoldChunks{events::this_task(), count});
  }
}

// Whether the next request that is told is to give several chunks in one piece. Iterations are the member's own anyway, so that no program can tell. A section
// is code of its own, and comes alone.
bool wants_one_piece(Member& self) {
  OnDemand::Chunks& chunks = self.on_demand->chunks;
  const bool can_be = chunks.are_short && self.cursor.scale == 1;
  return can_be && self.on_demand->work.kind != events::WorkKind::sections &&
         chunks.told_short++ % kInOnePieceOneIn == 0;
}

std::uint64_t rising_piece(const Member& self) {
  return loops::chunks_in_piece(self.cursor.position.left_at_most() / self.cursor.chunk, self.team_size);
}

// How many chunks are joined to the one that has been dealt.
std::uint64_t join_piece(WorkCursor& cursor, Range& chunk) {
  std::uint64_t more = 0;
  if (is_rising(cursor)) {
    more = chunks_in_hand(cursor);
    chunk.last = more == 0 ? chunk.last : cursor.held.last;
    cursor.held = {};
  } else {
    more = cursor.owned.take_behind(chunk.first / cursor.chunk);
    chunk.last += more * cursor.chunk;
  }
  cursor.current = chunk;
  return more;
}

// After a request that was told.
void go_untold(Member& self, Range& chunk, bool wants_one_piece) {
  WorkCursor& cursor = self.cursor;
  OnDemand::Chunks& chunks = self.on_demand->chunks;
  const std::uint64_t joined = wants_one_piece ? join_piece(cursor, chunk) : 0;
  const bool in_one_piece = joined != 0;
  const std::uint64_t more = in_one_piece ? joined : chunks_in_hand(cursor);
  chunks.with_it = 1 + more;
  chunks.claimed = 0;
  chunks.plan = 0;
  if (!in_one_piece) {
    const std::uint32_t one_in = chunks.are_short ? kToldOneInOfShort : kToldOneIn;
    chunks.plan = (is_rising(cursor) ? one_in / kClaim : one_in) - 1;
    cursor.quick = is_rising(cursor) ? Quick::fixed : cursor.scale == 1 ? Quick::counted : Quick::none;
  }
  cursor.untold_left = chunks.plan;
  if (more != 0 || chunks.are_short) {
    events::emit(events::ChunksInHand{events::this_task(), more, in_one_piece});
  }
}

bool take_told(Member& self, Range& chunk) {
  OnDemand::Chunks& chunks = self.on_demand->chunks;
  const std::uint64_t now_ns = Native::now_ns();
  const std::uint64_t taken = chunks.with_it + untold_since(self);
  chunks.are_short = chunks.told_ns != 0 && now_ns - chunks.told_ns < taken * kShortChunk_ns;
  chunks.told_ns = now_ns;
  const bool in_one_piece = wants_one_piece(self);
  if (!ask(self, chunk, in_one_piece && is_rising(self.cursor) ? rising_piece(self) : 0)) {
    return false;
  }
  go_untold(self, chunk, in_one_piece);
  return true;
}

}  // namespace

bool take_chunk(Member& self, Range& chunk) {
  if (is_told_each(self.cursor)) {
    return ask(self, chunk);
  }
  const bool is_told = self.cursor.untold_left == 0;
  if (!is_told && take_untold(self, chunk)) {
    return true;
  }
  tell_untold(self);
  if (is_told) {
    return take_told(self, chunk);
  }
  deal(self, chunk);
  return false;
}

}  // namespace muster::teams::observed
