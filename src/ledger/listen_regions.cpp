// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads and regions. Region::marks has the moment at which the region began, so that a worker can tell the fork from the time before.
#include <unistd.h>

#include "ledger/file.h"
#include "ledger/listen.h"
#include "ledger/run_delay.h"

namespace muster::ledger {
namespace {

using events::Who;

// The rate of the ticks is known the better the later the second pair of clocks, and this often is late enough.
constexpr std::uint64_t kMarkEvery_ms = 10;

void on_thread_begin(const events::ThreadBegin& event) {
  Slot* slot = claim_slot();
  event.thread.marks.of(Who::ledger) = reinterpret_cast<std::uint64_t>(slot);
  if (slot == nullptr) {
    return;
  }
  Account account(*slot);
  ThreadPart& part = account.part();
  const std::uint64_t now = now_ticks();
  const bool is_worker = event.thread.kind == events::ThreadKind::worker;
  if (part.uses == 1) {
    // The main thread has been there, outside of regions, since the ledger began.
    const bool is_main = gettid() == getpid();
    part.begin_ticks = is_main ? header().start_ticks : now;
    part.since_ticks = part.begin_ticks;
    part.category = static_cast<std::uint32_t>(is_main ? Category::serial : Category::absent);
  }
  part.system_id = static_cast<std::uint32_t>(gettid());
  part.kind = static_cast<std::uint32_t>(event.thread.kind);
  part.delay_file = open_run_delay();
  account.go(now, is_worker ? Category::idle : Category::serial, kOutside);
}

void on_thread_end(const events::ThreadEnd& event) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  event.thread.marks.of(Who::ledger) = 0;
  Account account(*slot);
  account.part().depth = 0;
  account.part().held_count = 0;
  close_run_delay(account.part().delay_file);
  account.part().delay_file = -1;
  account.part().delay_ns = 0;
  account.go(now_ticks(), Category::absent, kOutside);
  give_back_slot(*slot);
}

// A region is where its entry point returns to, and the function that it runs: GCC's line table has the line of the construct at the
// function alone.
Key key_of(const events::Region& region) {
  const events::Region* around = region.encountering == nullptr ? nullptr : region.encountering->region;
  const Kind kind = (region.flags & events::kLeague) != 0 ? Kind::league : Kind::region;
  return {region.caller.code, code_of(around), kind, reinterpret_cast<std::uint64_t>(region.function)};
}

void on_parallel_begin(const events::ParallelBegin& event) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  Account account(*slot);
  const std::uint64_t now = now_ticks();
  events::Region& region = event.region;
  const std::uint32_t index = account.find(key_of(region));
  Row& row = account.row(index);
  ++row.count;
  row.requested_most = region.requested > row.requested_most ? region.requested : row.requested_most;
  region.marks.of(Who::ledger) = now;
  account.push(now, Tag::parallel, Category::fork, index);
}

void note_size(ThreadPart& part, Row& row, std::uint32_t size) {
  const auto shown = static_cast<std::uint16_t>(size < 0xffff ? size : 0xffff);
  row.units += size;
  row.team_last = shown;
  row.team_largest = shown > row.team_largest ? shown : row.team_largest;
  if (part.depth == 0) {
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

void on_parallel_end(const events::ParallelEnd& event) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  Account account(*slot);
  const std::uint64_t now = now_ticks();
  Frame* frame = account.region();
  if (frame == nullptr || frame->tag != Tag::parallel) {
    return;
  }
  const bool was_serial = frame->category_before == Category::serial;
  const Account::Ended ended = account.end(*frame, now, !was_serial);
  if (was_serial) {
    // What is serial from here on is told at the region that it follows.
    account.go(now, Category::serial, ended.row);
  }
  Row& row = account.row(ended.row);
  note_span(row, ended.ticks);
  note_size(account.part(), row, event.region.size);
  if (slot == first_slot() && now - header().mark_ticks > kMarkEvery_ms * ticks_per_ms.load_relaxed()) {
    mark_clocks();
  }
}

// The worker has waited for a region, and the region has been on its way to it.
void begin_share(Account& account, const events::Task& task, std::uint64_t now) {
  const std::uint32_t index = account.find(key_of(*task.region));
  const std::uint64_t begun = task.region->marks.of(Who::ledger);
  const ThreadPart& part = account.part();
  const std::uint64_t before = part.since_ticks;
  account.go(begun > now ? now : begun, Category::fork, index);
  Row& row = account.row(index);
  ++row.count;
  account.push(now, Tag::implicit, Category::work, index);
  // What follows the share is told at its region too.
  account.part().frames[part.depth - 1].category_before = Category::idle;
  const std::uint64_t from = begun > before ? begun : before;
  account.begin_share(now, index, now > from && now - from > long_ticks());
}

void on_implicit_task_begin(const events::ImplicitTaskBegin& event) {
  Slot* slot = own_slot();
  if (slot == nullptr || (event.task.flags & events::kInitialTask) != 0 || event.task.region == nullptr) {
    return;
  }
  Account account(*slot);
  const std::uint64_t now = now_ticks();
  const Frame* frame = account.region();
  if (event.number == 0 && frame != nullptr && frame->tag == Tag::parallel) {
    account.go(now, Category::work, frame->row);
    account.begin_share(now, frame->row, false);
  } else {
    begin_share(account, event.task, now);
  }
}

// A share whose last barrier was not met, as the region was cancelled, ends here.
void on_implicit_task_end(const events::ImplicitTaskEnd& event) {
  Slot* slot = own_slot();
  if (slot == nullptr || (event.task.flags & events::kInitialTask) != 0) {
    return;
  }
  Account account(*slot);
  Frame* frame = account.region();
  if (frame != nullptr && frame->tag == Tag::implicit) {
    account.end(*frame, now_ticks());
  }
}

}  // namespace

void listen_to_regions(events::Listener& listener) {
  listener.thread_begin = &on_thread_begin;
  listener.thread_end = &on_thread_end;
  listener.parallel_begin = &on_parallel_begin;
  listener.parallel_end = &on_parallel_end;
  listener.implicit_task_begin = &on_implicit_task_begin;
  listener.implicit_task_end = &on_implicit_task_end;
}

}  // namespace muster::ledger
