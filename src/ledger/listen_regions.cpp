// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions. The region's record says when it began, and when the one before it ended: from the two a worker knows what it waited
// for since its last share (begin_share()).
#include "ledger/file.h"
#include "ledger/listen.h"
#include "ledger/own_time.h"
#include "ledger/run_delay.h"
#include "ledger/untold_regions.h"

namespace muster::ledger {
namespace {

// The rate of the ticks is known the better the later the second pair of clocks, and this often is late enough.
constexpr std::uint64_t kMarkEvery_ms = 10;

// A region is where its entry point returns to, and the function that it runs: GCC's line table has the line of the construct at the
// function alone.
Key key_of(const RegionSeen& seen) {
  const Kind kind = seen.is_league != 0 ? Kind::league : Kind::region;
  return {reinterpret_cast<const void*>(seen.code), reinterpret_cast<const void*>(seen.outer_code), kind,
          seen.function};
}

RegionSeen seen_of(const events::Region& region) {
  return {region.began_ticks,
          region.ended_before_ticks,
          region.number,
          reinterpret_cast<std::uint64_t>(region.caller.code),
          reinterpret_cast<std::uint64_t>(region.outer_code),
          reinterpret_cast<std::uint64_t>(region.function),
          region.flags & events::kLeague};
}

// Tells the workers when the region began, and the one before it ended.
void number_region(Slot& slot, std::uint32_t depth, events::Region& region, std::uint64_t now) {
  region.began_ticks = now;
  if (depth < kEndLevels) {
    ThreadPart& part = slot.part;
    const std::uint64_t before = part.regions[depth].load_relaxed();
    part.regions[depth].store_relaxed(before + 1);
    region.ended_before_ticks = part.ends[depth][before % kEnds].load_relaxed();
    region.number = RegionNumber(index_of(slot), depth, before + 1).word();
  }
}

void note_end(ThreadPart& part, std::uint32_t depth, std::uint64_t now) {
  if (depth < kEndLevels) {
    part.ends[depth][part.regions[depth].load_relaxed() % kEnds].store_relaxed(now);
  }
}

void on_parallel_begin(Slot& slot, const events::ParallelBegin& event) {
  const std::uint64_t now = now_ticks();
  ThreadPart& part = slot.part;
  if (part.pending == kEndPending) {
    // The workers wait for this region. The one before it has a frame still.
    number_region(slot, part.depth - 1, event.region, now);
  } else {
    Account account(slot);
    close_stretch(account, now, Category::serial);
    number_region(slot, part.depth, event.region, now);
  }
  part.pending |= kBeginPending;
  part.region = &event.region;
}

void note_begin(Row& row, const events::Region& region) {
  ++row.count;
  row.requested_most = region.requested > row.requested_most ? region.requested : row.requested_most;
}

void begin_region(Account& account, const events::Region& region) {
  const std::uint32_t index = account.find(key_of(seen_of(region)));
  note_begin(account.row(index), region);
  if (account.part().depth == 0) {
    begin_cycle(account.part(), region.function, index, region.began_ticks);
  }
  account.push(region.began_ticks, Tag::parallel, Category::fork, index);
}

void note_size(ThreadPart& part, Row& row, std::uint32_t size, bool is_outermost) {
  const auto shown = static_cast<std::uint16_t>(size < 0xffff ? size : 0xffff);
  row.units += size;
  row.team_last = shown;
  row.team_largest = shown > row.team_largest ? shown : row.team_largest;
  // The teams of a league are no threads.
  if (is_outermost && row.kind != Kind::league) {
    row.pieces += part.team_last != 0 && part.team_last != size ? 1 : 0;
    part.team_last = size;
  }
}

void note_span(Row& row, std::uint64_t ticks) {
  row.span_ticks += ticks;
  row.span_least = row.span_least == 0 || ticks < row.span_least ? ticks : row.span_least;
  row.span_most = ticks > row.span_most ? ticks : row.span_most;
  row.span_squares += static_cast<double>(ticks) * static_cast<double>(ticks);
}

void note_region(Account& account, std::uint32_t index, std::uint64_t ticks, std::uint64_t now, std::uint32_t size,
                 bool is_outermost) {
  Row& row = account.row(index);
  note_span(row, ticks);
  if (is_outermost) {
    note_told_region(account.part(), index, row, ticks);
  }
  note_size(account.part(), row, size, is_outermost);
  if (account.belongs_to(first_slot()) && now - last_mark_ticks() > kMarkEvery_ms * ticks_per_ms.load_relaxed()) {
    mark_clocks();
  }
}

bool follows_serial_code(const Frame& region) { return region.category_before == Category::serial; }

void book_end(Account& account, Frame& frame, std::uint64_t now, std::uint32_t size) {
  const bool was_serial = follows_serial_code(frame);
  const Account::Ended ended = account.end(frame, now, !was_serial);
  if (was_serial) {
    // What is serial from here on is told at the region that it follows.
    account.go(now, Category::serial, ended.row);
  }
  note_region(account, ended.row, ended.ticks, now, size, account.part().depth == 0);
}

// An outermost region has ended, and the thread's next one has begun.
void book_end_and_begin(Account& account, const events::Region& next) {
  ThreadPart& part = account.part();
  Frame& frame = part.frames[part.depth - 1];
  if (!account.is_row_of(frame.row, key_of(seen_of(next)))) {
    const std::uint32_t ended = frame.row;
    book_end(account, frame, part.left_ticks, part.ended_size);
    note_gap(account.row(ended), next.began_ticks > part.left_ticks ? next.began_ticks - part.left_ticks : 0);
    begin_region(account, next);
    return;
  }
  // Most regions are followed by one of the same place.
  const std::uint64_t ticks =
      account.begin_again(frame, part.left_ticks, Category::serial, next.began_ticks, Category::fork);
  Row& row = account.row(frame.row);
  note_region(account, frame.row, ticks, part.left_ticks, part.ended_size, part.depth == 1);
  note_gap(row, next.began_ticks > part.left_ticks ? next.began_ticks - part.left_ticks : 0);
  begin_cycle(part, next.function, frame.row, next.began_ticks);
  note_begin(row, next);
}

void on_parallel_end(Slot& slot, const events::ParallelEnd& event) {
  const std::uint64_t now = now_ticks();
  Account account(slot);
  if (account.is_region_too_deep()) {
    account.pop(now, Tag::parallel);
    return;
  }
  Frame* frame = account.region();
  if (frame == nullptr || frame->tag != Tag::parallel) {
    return;
  }
  ThreadPart& part = account.part();
  const auto depth = static_cast<std::uint32_t>(frame - part.frames);
  note_end(part, depth, now);
  if (follows_serial_code(*frame) && depth + 1 == part.depth) [[likely]] {
    // The program may begin the next region at once, for which its workers wait.
    part.left_ticks = now;
    part.ended_size = event.region.size;
    part.pending = kEndPending;
    return;
  }
  book_end(account, *frame, now, event.region.size);
}

bool waits_for_end(Account& account) {
  const Frame* frame =
      account.part().category == static_cast<std::uint32_t>(Category::region_wait) ? account.region() : nullptr;
  return frame != nullptr && frame->tag == Tag::implicit;
}

// When the region ended in which the worker has had its last share, by what its primary thread keeps; 0: it goes on. Not known: when the worker had left it.
std::uint64_t end_of_last_share(const ThreadPart& part) {
  const RegionNumber last(part.share);
  if (!last.is_known()) {
    return part.since_ticks;
  }
  const ThreadPart& primary = slot_of(last.slot()).part;
  if (primary.regions[last.depth()].load_relaxed() - last.count() >= kEnds) {
    return part.since_ticks;
  }
  const std::uint64_t ended = primary.ends[last.depth()][last.count() % kEnds].load_relaxed();
  return ended >= part.since_ticks ? ended : 0;
}

// From `ended` on the worker is idle, and is so at `now`.
void close_last_share(Account& account, std::uint64_t ended, std::uint64_t now) {
  Frame* frame = account.region();
  const std::uint32_t row = frame->row;
  account.end(*frame, ended, false);
  account.go(ended < now ? ended : now, Category::idle, row);
}

// A share that ends in the join ends for the worker when the region does, which it learns now.
void close_last_share(Account& account, const RegionSeen& next) {
  if (!waits_for_end(account)) {
    return;
  }
  const ThreadPart& part = account.part();
  std::uint64_t ended = next.ended_before;
  if (!RegionNumber(part.share).is_followed_by(RegionNumber(next.number))) {
    ended = end_of_last_share(part);
  }
  close_last_share(account, ended > part.since_ticks ? ended : part.since_ticks, next.began);
}

// False: the thread has no region of its own here.
bool begin_primary_share(Account& account, std::uint64_t now) {
  const Frame* frame = account.region();
  if (frame == nullptr || frame->tag != Tag::parallel) {
    return false;
  }
  account.go(now, Category::work, frame->row);
  account.begin_share(now, frame->row, false);
  return true;
}

// The worker has waited for a region, and the region has been on its way to it.
void begin_share(Account& account, const RegionSeen& region, std::uint64_t now) {
  const std::uint64_t begun = region.began;
  const ThreadPart& part = account.part();
  close_stretch(account, begun < now ? begun : now, Category::idle);
  close_last_share(account, region);
  if (part.category == static_cast<std::uint32_t>(Category::idle)) {
    note_gap(account.row(part.row), begun > part.since_ticks ? begun - part.since_ticks : 0);
  }
  const std::uint32_t index = account.find(key_of(region));
  const std::uint64_t before = part.since_ticks;
  account.go(begun > now ? now : begun, Category::fork, index);
  Row& row = account.row(index);
  ++row.count;
  begin_cycle(account.part(), reinterpret_cast<const void*>(region.function), index, now);
  account.push(now, Tag::implicit, Category::work, index);
  account.part().share = region.number;
  // What follows the share is told at its region too.
  account.part().frames[part.depth - 1].category_before = Category::idle;
  const std::uint64_t from = begun > before ? begun : before;
  account.begin_share(now, index, now > from && now - from > long_ticks());
}

// An initial task begins or ends: that of the thread, or one of a league. The thread that has met the teams construct may have several, one after
// the other; another one has a region in each, which is told.
void change_team(Slot& slot, const events::Task& initial, Category category) {
  if (initial.region == nullptr || (initial.region->flags & events::kLeague) == 0) {
    return;
  }
  Account account(slot);
  const std::uint64_t now = now_ticks();
  learn_end_of_share(account, now);
  if (const Frame* frame = account.region(); frame != nullptr && frame->tag == Tag::parallel) {
    account.go(now, category, frame->row);
  }
}

// Others wait for a share that is short.
bool pend_share(ThreadPart& part, const events::ImplicitTaskBegin& event, std::uint64_t now) {
  // Where it may be long, what the system says of lost slices is asked for at its begin. The first one may be.
  if (part.had_long_share != 0 || part.share_ticks == 0) {
    return false;
  }
  if (event.number == 0) {
    if ((part.pending & kBeginPending) == 0 || part.region != event.task.region) {
      return false;
    }
    part.pending |= kPrimarySharePending;
  } else {
    if (part.pending != kNothingPending || part.share == 0 || part.stretch_shares != 0 ||
        now - part.since_ticks >= long_ticks()) {
      return false;
    }
    part.pending = kWorkerSharePending;
    part.region = event.task.region;
    // The line comes while the share is on its way.
    __builtin_prefetch(event.task.region);
  }
  part.share_ticks = now;
  return true;
}

void on_implicit_task_begin(Slot& slot, const events::ImplicitTaskBegin& event) {
  if (event.task.region == nullptr) {
    return;
  }
  if ((event.task.flags & events::kInitialTask) != 0) {
    change_team(slot, event.task, Category::work);
    return;
  }
  ThreadPart& part = slot.part;
  const std::uint64_t now = now_ticks();
  if (is_timed(part)) [[unlikely]] {
    events::this_thread->times_share = true;
    events::this_thread->share_ticks = 0;
  }
  if (pend_share(part, event, now)) {
    return;
  }
  Account account(slot);
  if (account.is_region_too_deep()) {
    return;
  }
  if (event.number != 0 || !begin_primary_share(account, now)) {
    begin_share(account, seen_of(*event.task.region), now);
  }
}

void on_share_left(const events::ShareLeft& /*event*/) {
  if (Slot* slot = own_slot(); slot != nullptr) {
    const Account account(*slot);
  }
}

// A share whose last barrier was not met, as the region was cancelled, ends here.
void on_implicit_task_end(Slot& slot, const events::ImplicitTaskEnd& event) {
  if ((event.task.flags & events::kInitialTask) != 0) {
    change_team(slot, event.task, Category::join);
    return;
  }
  Account account(slot);
  Frame* frame = account.region();
  if (frame != nullptr && frame->tag == Tag::implicit) {
    account.end(*frame, now_ticks());
  }
}

}  // namespace

void book_pending(Slot& slot) {
  ThreadPart& part = slot.part;
  const std::uint32_t pending = part.pending;
  part.pending = kNothingPending;
  Account account(slot);
  if ((pending & kEndPending) == 0) {
    if ((pending & kBeginPending) != 0) {
      begin_region(account, *part.region);
    }
  } else if ((pending & kBeginPending) == 0) {
    book_end(account, part.frames[part.depth - 1], part.left_ticks, part.ended_size);
  } else {
    book_end_and_begin(account, *part.region);
  }
  if ((pending & kPrimarySharePending) != 0) {
    begin_primary_share(account, part.share_ticks);
  }
  if ((pending & kWorkerLeftPending) != 0) {
    begin_share(account, part.seen, part.share_ticks);
    begin_last_barrier(account, part.left_ticks);
  } else if ((pending & kWorkerSharePending) != 0) {
    begin_share(account, seen_of(*part.region), part.share_ticks);
  }
}

bool leave_share(Slot& slot, std::uint64_t now) {
  ThreadPart& part = slot.part;
  if (part.pending != kWorkerSharePending || events::tells_ends_of_shares) {
    return false;
  }
  part.left_ticks = now;
  part.seen = seen_of(*part.region);
  part.pending |= kWorkerLeftPending;
  return true;
}

void learn_end_of_share(Account& account, std::uint64_t now) {
  if (!waits_for_end(account)) {
    return;
  }
  if (const std::uint64_t ended = end_of_last_share(account.part()); ended != 0) {
    close_last_share(account, ended, now);
  }
}

void listen_to_regions(events::Listener& listener) {
  listener.parallel_begin = &timed<&on_parallel_begin>;
  listener.parallel_end = &timed<&on_parallel_end>;
  listener.implicit_task_begin = &timed<&on_implicit_task_begin>;
  listener.implicit_task_end = &timed<&on_implicit_task_end>;
  listener.share_left = &on_share_left;
}

}  // namespace muster::ledger
