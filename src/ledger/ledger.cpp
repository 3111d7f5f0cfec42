// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/ledger.h"

#include "ledger/clock.h"
#include "ledger/file.h"
#include "ledger/listen.h"

namespace muster::ledger {
namespace {

constinit events::Listener listener;
constinit bool started = false;

}  // namespace

const char* start(const Surroundings& surroundings) {
  started = true;
  if (const char* wrong = open_file(surroundings); wrong != nullptr) {
    return wrong;
  }
  listener.hears_ends_of_shares = false;
  listener.hears_each_chunk = false;
  listener.sleep_clock = &now_ticks;
  listen_to_threads(listener);
  listen_to_regions(listener);
  listen_to_waits(listener);
  listen_to_tasks(listener);
  listen_to_untold_tasks(listener);
  listen_to_untold_regions(listener);
  listen_to_mutexes(listener);
  listen_to_work(listener);
  listen_to_sleep(listener);
  events::attach(events::Who::ledger, listener);
  return nullptr;
}

bool has_started() { return started; }

void finish() {
  if (is_open()) {
    mark_clocks();
    header().end_ticks = header().mark_ticks;
  }
}

void forget_after_fork() {
  abandon_file();
  if (events::this_thread != nullptr) {
    events::this_thread->marks.of(events::Who::ledger) = 0;
  }
}

}  // namespace muster::ledger
