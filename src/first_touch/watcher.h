// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that takes the kernel's page faults and looks at words of pages that were touched, some milliseconds each time.
#pragma once

#include "first_touch/record.h"

namespace muster::first_touch {

// Starts it, and returns when all that the calling thread touches from now on is seen: 0. Else it does not run, and an errno value says why. One at
// a time.
int start_watcher(Record& record);
// Returns when it has ended and taken all faults.
void stop_watcher();

}  // namespace muster::first_touch
