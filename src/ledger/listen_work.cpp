// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing. The time in a loop is told at the loop's row; one request for a chunk in sixteen is timed, as two readings of the clock take
// longer than most requests do.
#include "ledger/file.h"
#include "ledger/listen.h"
#include "ledger/own_time.h"
#include "ledger/run_delay.h"

namespace muster::ledger {
namespace {

using events::WorkKind;

constexpr std::uint64_t kTimedOneIn = 16;

Kind kind_of(WorkKind kind) {
  switch (kind) {
    case WorkKind::sections: return Kind::sections;
    case WorkKind::single_executor:
    case WorkKind::single_other: return Kind::single;
    case WorkKind::workshare:
    case WorkKind::scope: return Kind::workshare;
    default: return Kind::loop;
  }
}

void on_work_begin(Slot& slot, const events::WorkBegin& event) {
  Account account(slot);
  const std::uint32_t index = account.find(key_in(event.task, event.caller, kind_of(event.kind)));
  Row& row = account.row(index);
  ++row.count;
  // A single construct counts those that it let in.
  row.units += event.kind == WorkKind::single_other ? 0 : event.count;
  if (event.kind != WorkKind::single_other) {
    row.detail = static_cast<std::uint16_t>(event.kind);
  }
  const auto before = static_cast<Category>(account.part().category);
  account.push(now_ticks(), Tag::work, before == Category::task ? Category::task : Category::work, index);
}

// The chunks that the thread had in hand have run, those of the loop at that row. Where that took long, something else had a part in it.
void end_batch(Account& account, std::uint64_t now, std::uint32_t row) {
  ThreadPart& part = account.part();
  if (part.batch_chunks == 0) {
    return;
  }
  const std::uint64_t ticks = now - part.batch_ticks;
  const std::uint64_t reading = header().clock_ticks;
  if (part.batch_row == row && ticks < long_ticks()) {
    Row& of = account.row(row);
    (part.batch_as_one != 0 ? of.bare_units : of.paid_units) += part.batch_chunks;
    (part.batch_as_one != 0 ? of.bare_ticks : of.paid_ticks) += ticks > reading ? ticks - reading : 0;
  }
  part.batch_chunks = 0;
}

void on_work_end(Slot& slot, const events::WorkEnd& /*event*/) {
  Account account(slot);
  const std::uint64_t now = now_ticks();
  if (account.is_too_deep()) [[unlikely]] {
    account.pop(now, Tag::work);
  } else if (Frame* frame = account.innermost(Tag::work); frame != nullptr) {
    end_batch(account, now, frame->row);
    account.end(*frame, now);
  }
}

void on_dispatch_begin(const events::DispatchBegin& /*event*/) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  Account account(*slot);
  const Frame* frame = account.innermost(Tag::work);
  if (frame == nullptr) {
    return;
  }
  if (account.part().batch_chunks != 0) {
    end_batch(account, now_ticks(), frame->row);
  }
  Row& row = account.row(frame->row);
  // A request may end without a sign of its own, which one too deep for a frame must not.
  if (row.samples * kTimedOneIn <= row.asks++ && account.has_room()) {
    ++row.samples;
    account.push_before(&now_ticks, Tag::schedule, Category::schedule, frame->row);
  }
}

void on_dispatch(const events::Dispatch& /*event*/) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  // Before anything else, as a request may take less time than what is done here.
  const bool is_timed = slot->part.category == static_cast<std::uint32_t>(Category::schedule);
  const std::uint64_t now = is_timed ? now_ticks() : 0;
  Account account(*slot);
  if (Frame* asked = is_timed ? account.innermost(Tag::schedule) : nullptr; asked != nullptr) {
    account.end(*asked, now);
  }
  if (const Frame* frame = account.innermost(Tag::work); frame != nullptr) {
    ++account.row(frame->row).pieces;
  }
}

void on_chunks_in_hand(const events::ChunksInHand& event) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  Account account(*slot);
  const Frame* frame = account.innermost(Tag::work);
  if (frame == nullptr) {
    return;
  }
  Row& row = account.row(frame->row);
  row.pieces += event.count;
  // With the one that was told.
  const std::uint64_t chunks = event.count + 1;
  row.untold += event.as_one ? 0 : chunks;
  ThreadPart& part = account.part();
  part.batch_row = frame->row;
  part.batch_as_one = event.as_one ? 1 : 0;
  part.batch_chunks = chunks;
  part.batch_ticks = now_ticks();
}

void on_untold_chunks(const events::UntoldChunks& event) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  Account account(*slot);
  if (const Frame* frame = account.innermost(Tag::work); frame != nullptr) {
    Row& row = account.row(frame->row);
    row.pieces += event.count;
    ThreadPart& part = account.part();
    const bool is_batch = part.batch_chunks != 0 && part.batch_as_one == 0;
    (is_batch ? row.untold : row.asks) += event.count;
    part.batch_chunks += is_batch ? event.count : 0;
  }
}

}  // namespace

void listen_to_work(events::Listener& listener) {
  listener.work_begin = &timed<&on_work_begin>;
  listener.work_end = &timed<&on_work_end>;
  listener.dispatch_begin = &on_dispatch_begin;
  listener.dispatch = &on_dispatch;
  listener.chunks_in_hand = &on_chunks_in_hand;
  listener.untold_chunks = &on_untold_chunks;
}

}  // namespace muster::ledger
