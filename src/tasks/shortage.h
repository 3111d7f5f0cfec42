// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread does when the system has no memory for a task or its dependences. The task need not be deferred: it runs at once, with a block of a
// reserve that the process has for this (memory::reserve), after what it depends on is complete. A program that makes many tasks so goes on with few.
#pragma once

#include "tasks/task.h"

namespace muster::tasks {

// A block of the reserve. If that is used up as well, deferred tasks run first, whose blocks come free. Ends the program with a message if there are
// none.
memory::Block& take_from_reserve(Worker& worker, memory::BlockCache& cache, std::uint32_t size_class);

// Waits for a moment, or runs a descendant of the current task, so that what has been waited for may come true.
void pass_time(Worker& worker);

}  // namespace muster::tasks
