// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The presences of all threads that the runtime has met, for waiters that want to know whom they keep from running.
#pragma once

#include "threads/go_line.h"

namespace muster::threads {

// Also has the presences of threads that have ended: their structures are used again. Thread-safe.
const waiting::Roster<Native>& everybody();

// Under the pool's lock. Without memory for a longer table the thread stays unseen: waiters spin where they could have
// made room for it.
void add_presence(waiting::Presence<Native>& presence);

// At unload: frees the tables.
void forget_everybody();

}  // namespace muster::threads
