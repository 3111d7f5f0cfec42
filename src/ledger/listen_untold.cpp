// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that are not told each: where a thread makes many short ones, telling takes several times as long as they do. They are counted. Those that run
// where they are made leave the thread in what it does; those that run out of a queue, where a thread waits, are in category `task` as all others.
#include "ledger/file.h"
#include "ledger/listen.h"
#include "ledger/own_time.h"
#include "ledger/run_delay.h"
#include "ledger/untold.h"

namespace muster::ledger {
namespace {

// With so many told ones that the thread has run itself it is known how long they take.
constexpr std::uint64_t kFewest = 50;

// Beside longer tasks the telling matters little.
std::uint64_t short_ticks() { return long_ticks() / 40; }

bool are_short(const Row& row) {
  return row.kind == Kind::task && row.pieces >= kFewest && row.span_ticks < row.pieces * short_ticks();
}

// Any number will do for tasks of a region that is not told either: nothing is booked when they run.
constexpr std::uint32_t kOfUntoldRegion = kOther;

std::uint32_t on_ask(const void* function) {
  Slot* slot = slot_of_thread();
  if (slot == nullptr) {
    return 0;
  }
  return events::this_thread->is_in_untold ? kOfUntoldRegion
                                           : ask_of_task(*slot, function, code_of(events::this_thread->task->region));
}

// It counts where it runs.
void on_deferred(const events::UntoldDeferred& /*event*/) {
  if (Slot* slot = own_slot(); slot != nullptr) {
    --slot->rows[slot->part.untold_row].count;
  }
}

void on_begin(Slot& slot, const events::UntoldBegin& event) {
  Account account(slot);
  const Row& made = slot_of(event.run.site >> kSlotShift).rows[event.run.site & ((1U << kSlotShift) - 1)];
  const std::uint32_t index = account.find(
      {reinterpret_cast<const void*>(made.code), reinterpret_cast<const void*>(made.parent), Kind::task, 0});
  const ThreadPart& part = account.part();
  event.run.before = std::uint64_t{part.row} << kSlotShift | part.category;
  account.go(now_ticks(), Category::task, index);
  event.run.began = part.since_ticks;
}

void on_end(Slot& slot, const events::UntoldEnd& event) {
  if (event.run.began == 0) {
    return;
  }
  const std::uint64_t now = now_ticks();
  Account account(slot);
  ThreadPart& part = account.part();
  const std::uint64_t ticks = now > event.run.began ? now - event.run.began : 0;
  note_task(account.row(part.row), ticks);
  part.excluded += ticks;
  const auto category = static_cast<Category>(event.run.before & ((1U << kSlotShift) - 1));
  account.go(now, category, static_cast<std::uint32_t>(event.run.before >> kSlotShift));
}

void on_timed(const events::UntoldTimed& event) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  if (event.construct_ticks > short_ticks() * 2) {
    // Perhaps they are not short any more.
    task_site(slot->part, event.function).told = 0;
  }
  if (event.construct_ticks > long_ticks()) {
    return;
  }
  // Each interval has one reading of the clock.
  const std::uint64_t reading = header().clock_ticks;
  const std::uint64_t readings = event.is_deferred ? reading : 3 * reading;
  Row& row = slot->rows[event.site & ((1U << kSlotShift) - 1)];
  ++row.paid_units;
  ++row.bare_units;
  row.paid_ticks += event.construct_ticks > readings ? event.construct_ticks - readings : 0;
  row.bare_ticks += event.body_ticks > reading ? event.body_ticks - reading : 0;
  row.asking_ticks += event.asking_ticks > reading ? event.asking_ticks - reading : 0;
}

}  // namespace

std::uint32_t tell_first_tasks(Slot& slot, TaskSite& site, const void* function, const void* parent) {
  if (site.function != function || site.parent != parent) {
    site = {function, parent, 0, kOther, index_of(slot) << kSlotShift, 0};
  }
  if (site.told == kToldFirst) {
    site.told = are_short(slot.rows[site.row]) ? kUntold : 0;
  } else {
    ++site.told;
  }
  slot.part.asked = &site;
  slot.part.untold_until_timed = kTimedOneIn;
  return 0;
}

void listen_to_untold_tasks(events::Listener& listener) {
  listener.asks_of_task = &on_ask;
  listener.untold_deferred = &on_deferred;
  listener.untold_begin = &timed<&on_begin>;
  listener.untold_end = &timed<&on_end>;
  listener.untold_timed = &on_timed;
}

}  // namespace muster::ledger
