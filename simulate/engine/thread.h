// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A virtual thread, and what is counted of it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "engine/directory.h"
#include "engine/time.h"
#include "fibre.h"

namespace muster::simulate {

inline constexpr std::int32_t kAnyCpu = -1;

struct Counts {
  std::uint64_t lines = 0;     // that came from elsewhere, to read or to write
  std::uint64_t accesses = 0;  // to words and plain variables that are shared
  std::uint64_t updates = 0;   // read-modify-writes
  std::uint64_t sleeps = 0;
  std::uint64_t wake_calls = 0;
  std::uint64_t woken = 0;
  std::uint64_t yields = 0;
  std::uint64_t switches = 0;  // to this thread, on a CPU that another one had
  std::uint64_t moves = 0;     // to another CPU
  std::uint64_t stops = 0;     // by the quota of the process, which was used up

  Counts& operator+=(const Counts& more) {
    lines += more.lines;
    accesses += more.accesses;
    updates += more.updates;
    sleeps += more.sleeps;
    wake_calls += more.wake_calls;
    woken += more.woken;
    yields += more.yields;
    switches += more.switches;
    moves += more.moves;
    stops += more.stops;
    return *this;
  }
};

// A line that was prefetched and has not been read since.
struct Prefetched {
  LineNumber line;
  Time arrives;
};

// A store that is not visible yet.
struct PendingStore {
  void* address;  // null: a plain variable, which has been written already
  std::uint64_t value;
  std::uint8_t bytes;
  LineNumber line;
  // To the moment when it becomes visible.
  Path path;
};

enum class ThreadState : std::uint8_t { running, ready, asleep, ended };

struct Thread {
  static constexpr std::size_t kStackBytes = std::size_t{64} * 1024;

  Fibre fibre{kStackBytes};
  std::function<void()> body;
  // To the thread's own time, which may be ahead of the simulation's.
  Path path;
  ThreadState state = ThreadState::ready;
  std::int32_t bound_to = kAnyCpu;
  std::uint32_t cpu = 0;
  // Where another thread sees it.
  std::int32_t cpu_seen = kAnyCpu;
  // Another process's: the run does not wait for its end.
  bool is_stranger = false;
  // Counts plans: events of earlier ones are void.
  std::uint32_t turn = 0;
  // When it goes on if it keeps its CPU; kNever: when something happens.
  Time resumes = 0;
  // What it had left to do when it lost its CPU.
  Time left = 0;
  bool is_watching = false;
  LineNumber watched = 0;
  // Oldest first.
  std::deque<PendingStore> stores;
  // When the youngest store becomes visible.
  Time stores_until = 0;
  std::vector<Prefetched> prefetched;
  Time cpu_time = 0;
  Time on_cpu_since = 0;
  Time off_cpu_since = 0;
  Counts counts;
};

}  // namespace muster::simulate
