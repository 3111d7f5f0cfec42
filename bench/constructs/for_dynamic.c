// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose iterations are taken one at a time.
#include "scheduled_loop.h"

SCHEDULED_LOOP(for_dynamic, "for dynamic,1 (64 iterations)", schedule(dynamic, 1));
