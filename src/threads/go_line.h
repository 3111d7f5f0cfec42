// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GoLine and Seat: where a worker waits for its next region.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/native.h"
#include "waiting/waiting.h"

namespace muster::threads {

using platform::Native;
struct Thread;
struct Seat;

// What a region runs. Copied into each worker's go line, so it is small and holds no pointer that outlives the region.
struct Work {
  static constexpr std::uint32_t kInlineArguments = 4;

  void* function = nullptr;
  void* arguments[kInlineArguments] = {};
  std::uint32_t argument_count = 0;
};

// One cache line: the flag that the worker watches, with everything it needs to start beside it, so that a fork costs each
// worker one line transfer and not two. Written by the primary while the worker idles, constant while a region runs.
//
// Ordering: A go   store release of episode, after the payload    pairs with B
//           B run  await acquire of episode, before the payload
struct alignas(base::kCacheLineBytes) GoLine {
  Native::Atomic<base::Episode> episode{0};
  // Runs the worker's part of the region.
  void (*run)(Thread& thread, Seat& seat) = nullptr;
  std::uint32_t team_size = 0;
  std::uint32_t argument_count = 0;
  void* function = nullptr;
  void* arguments[Work::kInlineArguments] = {};
};
static_assert(sizeof(GoLine) == base::kCacheLineBytes);

// A place for one worker in a team. The lobby of the pool is such a place too.
struct Seat {
  GoLine go;
  // Read by the occupant while it idles.
  const waiting::Roster<Native>* roster = nullptr;
  waiting::Gauge<Native>* idle_gauge = nullptr;
  // The occupant's slot in the roster.
  std::uint32_t roster_slot = 0;
  // What the occupant may do while it idles; null: nothing. Constant.
  const waiting::Helper* helper = nullptr;
  // Of the occupant: the last go that it has followed.
  base::Episode followed = 0;
};

}  // namespace muster::threads
