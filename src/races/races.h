// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of races/: tells ThreadSanitizer, where the program was built with it, what OpenMP orders.
#pragma once

namespace muster::races {

// Looks for ThreadSanitizer in this process, and listens to events if it is there and Archer is not. With `deep` each explicit task is
// a thread of its own to the checker; `warnings` says whether messages are wanted. Returns whether it listens. To be called once, before the
// first event and by one thread.
bool start(bool deep, bool warnings);

// They are called around fork(), the second in the child as well.
void lock_for_fork();
void unlock_after_fork();

// The program ends. Nothing where start() was not called.
void finish();

}  // namespace muster::races
