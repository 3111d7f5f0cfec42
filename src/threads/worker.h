// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The life of a worker: wait in the seat, run what comes, until told to stop.
#pragma once

#include "threads/go_line.h"

namespace muster::threads {

// Reaches 1 when the workers that were told to stop may end.
Native::Atomic<base::Episode>& may_end();

// Entry of the operating-system thread; `thread` is a Thread*.
void* worker_main(void* thread);

}  // namespace muster::threads
