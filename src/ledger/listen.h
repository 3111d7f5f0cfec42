// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the ledger's listener, each of which fills in its events.
#pragma once

#include "events/events.h"
#include "ledger/account.h"

namespace muster::ledger {

void listen_to_threads(events::Listener& listener);
void listen_to_regions(events::Listener& listener);
void listen_to_waits(events::Listener& listener);
void listen_to_untold_tasks(events::Listener& listener);
void listen_to_untold_regions(events::Listener& listener);
void listen_to_tasks(events::Listener& listener);
void listen_to_mutexes(events::Listener& listener);
void listen_to_work(events::Listener& listener);
void listen_to_sleep(events::Listener& listener);

// Where the thread, a worker, waits for the next region and the one of its last share has ended, it is idle since then.
void learn_end_of_share(Account& account, std::uint64_t now);

// The thread has run a task for so long.
inline void note_task(Row& row, std::uint64_t ticks) {
  ++row.count;
  ++row.pieces;
  row.span_ticks += ticks;
  row.span_least = row.span_least == 0 || ticks < row.span_least ? ticks : row.span_least;
  row.span_most = ticks > row.span_most ? ticks : row.span_most;
  row.span_squares += static_cast<double>(ticks) * static_cast<double>(ticks);
}

// The code address that stands for a region; null: none, or the region around the whole program.
inline const void* code_of(const events::Region* region) { return region == nullptr ? nullptr : region->caller.code; }

// Whatever has not ended in the region by its last barrier never will, as the region was cancelled.
void begin_last_barrier(Account& account, std::uint64_t now);

// A wait that ends with pop(Tag::wait).
void begin_wait(Account& account, std::uint64_t now, events::SyncKind kind, const events::Task& task,
                const events::Caller& caller);

// The share of a worker that had nothing to book ends: true, and what it was is booked when the worker has come to the join.
bool leave_share(Slot& slot, std::uint64_t now);

inline Key key_in(const events::Task& task, const events::Caller& caller, Kind kind) {
  return {caller.code, code_of(task.region), kind, 0};
}

}  // namespace muster::ledger
