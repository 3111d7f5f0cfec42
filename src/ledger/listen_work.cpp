// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing. The time in a loop is told at the loop's row; one request for a chunk in sixteen is timed, as two readings of the clock take
// longer than most requests do.
#include "ledger/listen.h"

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

void on_work_begin(const events::WorkBegin& event) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  Account account(*slot);
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

void on_work_end(const events::WorkEnd& /*event*/) {
  if (Slot* slot = own_slot(); slot != nullptr) {
    Account(*slot).pop(now_ticks(), Tag::work);
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
  Row& row = account.row(frame->row);
  // A request may end without a sign of its own, which one too deep for a frame must not.
  if (row.asks++ % kTimedOneIn == 0 && account.has_room()) {
    ++row.samples;
    account.push(now_ticks(), Tag::schedule, Category::schedule, frame->row);
  }
}

void on_dispatch(const events::Dispatch& /*event*/) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  Account account(*slot);
  if (Frame* asked = account.innermost(Tag::schedule); asked != nullptr) {
    account.end(*asked, now_ticks());
  }
  if (const Frame* frame = account.innermost(Tag::work); frame != nullptr) {
    ++account.row(frame->row).pieces;
  }
}

}  // namespace

void listen_to_work(events::Listener& listener) {
  listener.work_begin = &on_work_begin;
  listener.work_end = &on_work_end;
  listener.dispatch_begin = &on_dispatch_begin;
  listener.dispatch = &on_dispatch;
}

}  // namespace muster::ledger
