// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread: an operating-system thread as the runtime knows it, a worker of the pool or a root (a thread of the program).
#pragma once

#include <cstdint>

#include "affinity/affinity.h"
#include "events/events.h"
#include "memory/memory.h"
#include "platform/os_thread.h"
#include "threads/go_line.h"

namespace muster::threads {

// Numbers of Clang-built programs that are kept for helpers (teams/helpers.h), from 1 on. Set once at start.
inline constinit std::uint32_t helper_numbers = 8;

struct Thread {
  waiting::Presence<Native> presence;

  // Where the worker waits, or is to go: changed by the pool while the worker idles.
  regions::Moves<Native, Thread> moves;
  // The round of start_workers() that the worker waits for before it takes its seat; 0: none. Constant while the thread runs.
  std::uint32_t start_round = 0;

  platform::OsThread os_thread{};
  // Stable number of the thread in the process: 0 for the first root, a helper's is negative. Clang-built programs carry it around as
  // "gtid", numbers after 0 moved up by helper_numbers, and those of helpers without the sign.
  std::int32_t number = 0;
  bool is_worker = false;
  // Copies of threadprivate variables; null until the thread asks for one. Only the thread itself uses them.
  struct ThreadprivateCopies* threadprivate = nullptr;
  // Where the thread is bound.
  std::uint16_t place = affinity::kNoPlace;
  // Where a new worker begins: on these CPUs, those of that place. Null: where all workers do (PoolSettings::first_cpus).
  struct Birth {
    const topology::CpuSet* cpus = nullptr;
    std::uint16_t place = affinity::kNoPlace;
  } birth;
  // What OMP_DISPLAY_AFFINITY has shown of the thread last.
  struct Shown {
    std::uint32_t level = 0;
    std::uint32_t size = 0;
    affinity::TeamBinding binding;
    std::uint16_t place = affinity::kNoPlace;

    friend bool operator==(const Shown&, const Shown&) = default;
  } shown;
  // Tasks, and what belongs to them, in memory of their own, as many threads have none. They outlive the thread: others may still have
  // blocks of them.
  memory::BlockCache* tasks = nullptr;
  memory::BlockCache* blocks = nullptr;
  // What is kept while somebody listens.
  events::Thread record;
  waiting::SleepNotes<Native> sleep_notes;
  // Since when nobody has needed the worker, while it is free (Native::tick_ns); under the pool's lock.
  std::uint64_t free_since_ns = 0;
  // The worker is about to be told to end, and joined; under the pool's lock.
  bool ends = false;
  // Links of the pool, under its lock.
  Thread* next_free = nullptr;
  Thread* next_known = nullptr;

  // The seat in which a worker waits that no team has.
  Seat lobby;
};

}  // namespace muster::threads
