// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the runtime learns that a thread of the program ends, in whichever order its destructors run.
#pragma once

namespace muster::runtime {

// From now on the end of the calling thread, which is not the main one, gives its workers back. False if that is not certain: the system
// has no key or no memory left, and the thread may be in its last destructors.
bool watch_thread_end();

// Around fork(), so that the child finds the key whole.
void lock_thread_end_for_fork();
void unlock_thread_end_after_fork();

// At unload.
void forget_thread_end();

}  // namespace muster::runtime
