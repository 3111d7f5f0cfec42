// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting the operating-system threads of many new workers at once. Making a thread takes the system several microseconds, so
// where there are many, some of the new threads start a part of the others before they take their own seats.
//
//   caller starts  1, 5, 9 and then 2, 3, 4        1 part for the caller, and each of 5 and 9 has a part
//   5 starts       6, 7, 8                         meanwhile
//   9 starts       10, 11, 12
//
// Cost      n / p + p thread creations one after another on p parts, where p is at most the number of CPUs; n on one part.
#pragma once

#include <cstdint>

#include "threads/thread.h"

namespace muster::threads {

// Where the process then has more threads than CPUs, those of several parts sleep until all have been started: they have nothing to
// do before, and would take the CPUs from who starts them. One system call wakes them all.
//
// Starts workers[0] to workers[count - 1], each with Thread::assigned set. `is_worker` tells afterwards which of them run: the system
// may have refused some, and not only the last. Returns how many run. One call at a time (the pool's lock).
std::uint32_t start_workers(Thread* const* workers, std::uint32_t count);

// Of a new thread: waits until those that start with it have been started.
void await_start(const Thread& self);

}  // namespace muster::threads
