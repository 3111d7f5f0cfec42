// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Board: what the threads of a team share about their tasks.
#pragma once

#include <cstdint>

#include "locks/locks.h"
#include "tasks/drain.h"
#include "tasks/priority_list.h"
#include "tasks/sleepers.h"
#include "tasks/task.h"
#include "waiting/waiting.h"

namespace muster::tasks {

struct Worker;

struct Board {
  // Read at every barrier and every spawn, written twice a barrier that has tasks to wait for.
  alignas(base::kCacheLineBytes) ActivePhases<Native> active;
  Native::Atomic<Worker**> workers{nullptr};  // by slot; grows with the team, old tables stay readable
  Native::Atomic<std::uint32_t> capacity{0};

  // For a thread of the team, by whose size it goes: the table has so many entries at least. An idle thread may read it while the
  // primary makes the team larger.
  Worker** table() const {
    // W: acquire, pairs with W in teams/grow.cpp
    return workers.load_acquire();
  }

  // A thread that looks at all of them may do so while the primary makes the team larger.
  struct All {
    Worker** workers;
    std::uint32_t count;
  };
  All all() const {
    // X: acquire, pairs with X in teams/grow.cpp
    const std::uint32_t count = capacity.load_acquire();
    // A longer table has the same entries in front.
    return {table(), count};
  }
  // The presence of the primary thread. Unlike the board it never goes away.
  waiting::Presence<Native>* primary = nullptr;

  // Whether the region is cancelled, and how many barriers the member that cancelled it had passed: twice that, plus one.
  Native::Atomic<std::uint32_t> cancelled{0};

  // The region whose tasks are on the board, by the number that its go lines have. Written at each fork by the primary, read only by
  // idle threads that have found a task.
  alignas(base::kCacheLineBytes) Native::Atomic<base::Episode> region{0};

  // Threads that wait where they may run tasks.
  alignas(base::kCacheLineBytes) Sleepers<Native, Task> sleepers;

  alignas(base::kCacheLineBytes) DrainWords<Native> drain;

  // Tasks that do not go to a deque: with a priority, or made ready by a thread of no team.
  alignas(base::kCacheLineBytes) Native::Atomic<std::uint32_t> listed{0};
  locks::Mutex<Native> lock;
  PriorityList list;
};

// A value of Board::cancelled; with any other the region is cancelled.
inline constexpr std::uint32_t kRegionRuns = 0;

inline constexpr base::Episode kNoSharedRegion = ~base::Episode{0};

}  // namespace muster::tasks
