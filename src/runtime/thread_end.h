// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the runtime learns that a thread of the program ends, in whichever order its destructors run.
#pragma once

#include "teams/teams.h"

namespace muster::runtime {

// From now on the end of the calling thread, which is not the main one, gives its workers back. False if that is not certain: the system
// has no key or no memory left, and the thread may be in its last destructors.
bool watch_thread_end();

// The same for the main thread, whose end is not that of the process where it leaves by pthread_exit: its workers would keep the process alive. They
// end with it, and `root` becomes null.
void watch_main_thread_end(teams::Member*& root);

// Around fork(), so that the child finds the key whole.
void lock_thread_end_for_fork();
void unlock_thread_end_after_fork();

// At unload.
void forget_thread_end();

}  // namespace muster::runtime
