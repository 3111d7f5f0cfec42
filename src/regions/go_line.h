// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GoLine and Seat: where a worker waits for its next region, and how it learns of it.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"
#include "waiting/waiting.h"

namespace muster::regions {

template <platform::Platform P, class Thread>
struct Seat;

// What a region runs. Copied into each worker's go line, so it is small and holds no pointer that outlives the region.
struct Work {
  static constexpr std::uint32_t kInlineArguments = 4;

  void* function = nullptr;
  void* arguments[kInlineArguments] = {};
  std::uint32_t argument_count = 0;
};

// What a go says.
template <platform::Platform P, class Thread>
struct Go {
  // Runs the worker's part of the region.
  using Run = void (*)(Thread& thread, Seat<P, Thread>& seat);

  Run run = nullptr;
  std::uint32_t team_size = 0;
  std::uint32_t argument_count = 0;
  void* function = nullptr;
  void* arguments[Work::kInlineArguments] = {};
};

// One cache line: the flag that the worker watches, with everything it needs to start beside it, so that a fork costs each
// worker one line transfer and not two. Written by the primary while the worker idles, constant while a region runs.
//
// Ordering: A go   store release of episode, after what it says    pairs with B
//           B run  await acquire of episode, before that           (worker.h)
template <platform::Platform P, class Thread>
struct alignas(base::kCacheLineBytes) GoLine {
  using Run = typename Go<P, Thread>::Run;

  typename P::template Atomic<base::Episode> episode{0};
  typename P::template Plain<Go<P, Thread>> go;

  // By the primary, while the worker idles.
  void tell(const Work& work, Run run, std::uint32_t size, base::Episode region) {
    // In place: as a value it would take registers that the loop over all workers needs.
    go.write([&](Go<P, Thread>& says) {
      says.run = run;
      says.team_size = size;
      says.function = work.function;
      says.argument_count = work.argument_count;
      for (std::uint32_t i = 0; i < Work::kInlineArguments; ++i) {
        says.arguments[i] = work.arguments[i];
      }
    });
    // A: release, pairs with B in regions/worker.h
    episode.store_release(region);
  }

  // By a thread that has followed its own go, while the worker idles.
  void tell_as(const GoLine& own) {
    go.set(own.go.get());
    // A: release, pairs with B in regions/worker.h
    episode.store_release(own.episode.load_relaxed());
  }

  // Makes the worker of an idle seat look where it belongs (Moves). The caller then wakes it.
  void nudge(Run looks) {
    go.set({.run = looks});
    // A: release, pairs with B in regions/worker.h
    episode.store_release(episode.load_relaxed() + 1);
  }
};

// A place for one worker in a team, or where it waits when no team has it. It is written while nobody sits there.
template <platform::Platform P, class Thread>
struct Seat {
  GoLine<P, Thread> line;
  // Read by the occupant while it idles.
  const waiting::Roster<P>* roster = nullptr;
  waiting::Gauge<P>* idle_gauge = nullptr;
  // The occupant's slot in the roster.
  std::uint32_t roster_slot = 0;
  // What the occupant may do while it idles; null: nothing. Constant.
  const waiting::IdleWork* idle_work = nullptr;
  // The last go that the occupant has followed.
  typename P::template Plain<base::Episode> followed;
};

}  // namespace muster::regions
