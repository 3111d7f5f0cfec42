// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The life of a worker: wait in the seat, run what comes, until told to stop.
#pragma once

namespace muster::threads {

// Entry of the operating-system thread; `thread` is a Thread*.
void* worker_main(void* thread);

}  // namespace muster::threads
