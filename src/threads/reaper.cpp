// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/reaper.h"

#include <pthread.h>
#include <signal.h>

#include "platform/unchecked.h"
#include "threads/pool.h"

namespace muster::threads {
namespace {

// A caller has made its worker free, or counted its team, before it takes the lock, and the reaper decides to leave under the lock: so it
// either sees them, or has left when the caller looks.
struct Reaper {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  bool runs = false;
  // Its thread has been made, and nobody has waited for its end.
  bool is_joinable = false;
  Native::Atomic<std::uint32_t> stops{0};
  Native::Atomic<std::uint32_t> lending_teams{0};
  platform::OsThread os_thread{};
};
constinit Reaper reaper;

void reap() {
  const PoolSettings& settings = pool_settings();
  const std::uint64_t now_ns = Native::tick_ns();
  if (settings.give_up_resting != nullptr) {
    settings.give_up_resting(now_ns, settings.idle_time_ns);
  }
  if (now_ns > settings.idle_time_ns) {
    end_workers_free_since(now_ns - settings.idle_time_ns);
  }
}

// True if there is nothing left to do.
bool leaves() {
  const platform::UncheckedLock locked(reaper.lock);
  reaper.runs = reaper.lending_teams.load_relaxed() != 0 || free_worker_count() != 0;
  return !reaper.runs;
}

void* reaper_main(void* /*argument*/) {
  // Signals of the process are for the program's threads.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  const std::uint64_t period_ns = reaper_period_ns(pool_settings().idle_time_ns);
  do {
    if (reaper.stops.load_relaxed() == 0) {
      Native::park_for(reaper.stops, 0, period_ns);
    }
    if (reaper.stops.load_relaxed() != 0) {
      return nullptr;
    }
    reap();
  } while (!leaves());
  return nullptr;
}

void call_locked() {
  if (reaper.runs || reaper.stops.load_relaxed() != 0 || pool_settings().idle_time_ns == PoolSettings::kForever) {
    return;
  }
  if (reaper.is_joinable) {
    // The last one has left.
    platform::join_os_thread(reaper.os_thread);
  }
  reaper.runs = reaper.is_joinable = platform::start_os_thread(reaper.os_thread, 0, &reaper_main, nullptr) == 0;
}

}  // namespace

void call_reaper() {
  const platform::UncheckedLock locked(reaper.lock);
  call_locked();
}

void count_lending_team(bool comes) {
  const platform::UncheckedLock locked(reaper.lock);
  reaper.lending_teams.store_relaxed(reaper.lending_teams.load_relaxed() + (comes ? 1U : ~0U));
  if (comes) {
    call_locked();
  }
}

bool are_any_lending() { return reaper.lending_teams.load_relaxed() != 0; }

void stop_reaper() {
  bool joins = false;
  {
    const platform::UncheckedLock locked(reaper.lock);
    reaper.stops.store_relaxed(1);
    joins = reaper.is_joinable;
    reaper.is_joinable = false;
  }
  if (joins) {
    Native::unpark(reaper.stops, 1);
    platform::join_os_thread(reaper.os_thread);
  }
}

void lock_reaper_for_fork() { pthread_mutex_lock(&reaper.lock); }
void unlock_reaper_after_fork() { pthread_mutex_unlock(&reaper.lock); }

void reset_reaper_after_fork() {
  reaper.runs = false;
  reaper.is_joinable = false;
  reaper.lending_teams.store_relaxed(0);
  pthread_mutex_unlock(&reaper.lock);
}

}  // namespace muster::threads
