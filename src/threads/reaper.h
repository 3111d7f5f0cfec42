// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reaper: a thread of the runtime's own that ends workers which nobody has needed for a while. There is none before there is a free worker or
// a team that lends its workers, and it leaves when there is neither.
#pragma once

#include <cstdint>

namespace muster::threads {

// There is a free worker: starts the reaper if there is none. Where the system has no thread for it, the next caller tries again. Thread-safe; not
// under the pool's lock.
void call_reaper();
// One more team, or one less, whose workers may be taken from it. Thread-safe.
void count_lending_team(bool comes);
// A hint.
bool are_any_lending();

// Ends the reaper for good and waits for its end. Thread-safe, but not called by itself.
void stop_reaper();

void lock_reaper_for_fork();
void unlock_reaper_after_fork();
// In a forked child, where it does not exist, with the lock.
void reset_reaper_after_fork();

// How often it looks, in nanoseconds. Pure.
constexpr std::uint64_t reaper_period_ns(std::uint64_t idle_time_ns) {
  // A worker stays for up to a quarter longer than it must. An idle process wakes twice a second at most, and workers that are to end at once cost a look
  // every 10 ms while there are some.
  constexpr std::uint64_t kShortest_ns = 10'000'000;
  constexpr std::uint64_t kLongest_ns = 500'000'000;
  const std::uint64_t quarter_ns = idle_time_ns / 4;
  return quarter_ns < kShortest_ns ? kShortest_ns : quarter_ns > kLongest_ns ? kLongest_ns : quarter_ns;
}

}  // namespace muster::threads
