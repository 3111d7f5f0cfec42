// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is said of a region as a whole.
#pragma once

#include "events/events.h"

namespace muster::misuse {

void on_parallel_begin(const events::ParallelBegin& event);
void on_parallel_end(const events::ParallelEnd& event);

// This process is a child of fork(): the thread's next region is told of if it has had one with a team.
void note_fork();

}  // namespace muster::misuse
