// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sleep: a thread that waits may sleep, and then it takes some time from the signal until it goes on. Both are told beside the category of the wait,
// which says what the thread slept for.
#include "ledger/listen.h"
#include "ledger/untold_regions.h"

namespace muster::ledger {
namespace {

void on_falls_asleep(const events::FallsAsleep& event) {
  // A worker that is idle is in no region, and its stretch has ended.
  Slot* slot = slot_of_thread();
  if (slot != nullptr && slot->part.stretch_shares != 0 && events::this_thread->state == events::State::idle) {
    Account account(*slot);
    close_stretch(account, event.began, Category::idle);
  }
  if (slot != nullptr && slot->part.stretch_shares == 0) {
    slot->part.asleep_since = event.began;
  }
}

// One sleep within one category.
void book(Account& account, std::uint64_t began, std::uint64_t signalled, std::uint64_t ended) {
  ThreadPart& part = account.part();
  Row& row = account.row(part.row);
  const auto category = static_cast<Category>(part.category);
  began = began < part.since_ticks ? part.since_ticks : began;
  signalled = signalled < began ? began : signalled;
  ended = ended < signalled ? signalled : ended;
  if (category == Category::idle) {
    row.idle_asleep_ticks += signalled - began;
    row.idle_waking_ticks += ended - signalled;
    ++row.idle_wakeups;
  } else {
    row.asleep_ticks += signalled - began;
    row.waking_ticks += ended - signalled;
    ++row.wakeups;
  }
  account.show(began, Rest::asleep);
  if (ended > signalled) {
    account.show(signalled, Rest::waking);
  }
  account.go(ended, category, part.row);
}

void on_has_slept(const events::HasSlept& event) {
  Slot* slot = slot_of_thread();
  if (slot == nullptr || slot->part.stretch_shares != 0) {
    return;
  }
  Account account(*slot);
  ThreadPart& part = account.part();
  part.asleep_since = 0;
  const std::uint32_t category = part.category;
  learn_end_of_share(account, event.ended);
  if (part.category != category && part.since_ticks > event.began) {
    // The region ended meanwhile: so far the thread has slept in it, and from then on it was idle.
    const std::uint64_t changed = part.since_ticks;
    account.row(part.row).asleep_ticks += changed - event.began;
    book(account, changed, event.signalled, event.ended);
    return;
  }
  book(account, event.began, event.signalled, event.ended);
}

}  // namespace

void listen_to_sleep(events::Listener& listener) {
  listener.falls_asleep = &on_falls_asleep;
  listener.has_slept = &on_has_slept;
}

}  // namespace muster::ledger
