// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What can be told where the kernel gives no page faults: how many there were, and on which nodes the program's large memory lies.
#pragma once

#include "first_touch/report.h"

namespace muster::first_touch {

// `error`: errno of perf_event_open.
Line line_without_events(int error);

}  // namespace muster::first_touch
