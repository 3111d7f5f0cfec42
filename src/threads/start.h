// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting the operating-system threads of many new workers at once (regions/thread_start.h).
#pragma once

#include <cstdint>

#include "threads/thread.h"

namespace muster::threads {

// Where the process then has more threads than CPUs, those of several parts sleep until all have been started: they have nothing to
// do before, and would take the CPUs from the thread that starts them. One system call wakes them all.
//
// Starts workers[0] to workers[count - 1], each with a seat (Moves::begin_in). `is_worker` tells afterwards which of them run: the system
// may have refused some, and not only the last. Returns how many run. One call at a time (the pool's lock).
std::uint32_t start_workers(Thread* const* workers, std::uint32_t count);

// By a new thread: waits until those that start with it have been started.
void await_start(const Thread& self);

}  // namespace muster::threads
