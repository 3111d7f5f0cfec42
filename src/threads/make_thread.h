// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of a Thread, and of what belongs to it.
#pragma once

#include <cstdint>

#include "threads/thread.h"

namespace muster::threads {

// A thread with nothing in it, which keeps so many of its last waiting steps. Null when there is no memory.
Thread* make_thread(std::uint32_t wait_steps);
// No other thread may look at it any more, nor have blocks of its tasks.
void free_thread(Thread& thread);

}  // namespace muster::threads
