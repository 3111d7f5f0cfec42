// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads: each has a part of the file from its begin to its end, and some have had it before.
#include <unistd.h>

#include "ledger/file.h"
#include "ledger/listen.h"
#include "ledger/own_time.h"
#include "ledger/run_delay.h"
#include "ledger/untold_regions.h"

namespace muster::ledger {
namespace {

using events::Who;

void on_thread_begin(const events::ThreadBegin& event) {
  Slot* slot = claim_slot();
  event.thread.marks.of(Who::ledger) = reinterpret_cast<std::uint64_t>(slot);
  if (slot == nullptr) {
    return;
  }
  slot->part.pending = kNothingPending;
  Account account(*slot);
  ThreadPart& part = account.part();
  const std::uint64_t now = now_ticks();
  // Others wait for regions or, as helpers, for target tasks.
  const bool is_of_program = event.thread.kind == events::ThreadKind::initial;
  if (part.uses == 1) {
    // The main thread has been there, outside of regions, since the ledger began.
    const bool is_main = gettid() == getpid();
    part.begin_ticks = is_main ? header().start_ticks : now;
    part.since_ticks = part.begin_ticks;
    part.category = static_cast<std::uint32_t>(is_main ? Category::serial : Category::absent);
  }
  part.share = 0;
  part.cycle_site = 0;
  part.asleep_since = 0;
  part.system_id = static_cast<std::uint32_t>(gettid());
  part.kind = static_cast<std::uint32_t>(event.thread.kind);
  part.delay_file = open_run_delay();
  plan_next_timed(part);
  account.go(now, is_of_program ? Category::serial : Category::idle, kOutside);
}

void on_thread_end(const events::ThreadEnd& event) {
  Slot* slot = slot_of_thread();
  if (slot == nullptr) {
    return;
  }
  event.thread.marks.of(Who::ledger) = 0;
  const std::uint64_t now = now_ticks();
  Account account(*slot);
  close_stretch(account, now, event.thread.kind == events::ThreadKind::initial ? Category::serial : Category::idle);
  account.part().depth = 0;
  account.part().held_count = 0;
  close_run_delay(account.part().delay_file);
  account.part().delay_file = -1;
  account.part().delay_ns = 0;
  account.go(now, Category::absent, kOutside);
  give_back_slot(*slot);
}

}  // namespace

void listen_to_threads(events::Listener& listener) {
  listener.thread_begin = &on_thread_begin;
  listener.thread_end = &on_thread_end;
}

}  // namespace muster::ledger
