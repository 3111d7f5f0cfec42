// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose iterations are taken eight at a time.
#include "scheduled_loop.h"

SCHEDULED_LOOP(for_dynamic_8, "for dynamic,8 (64 iterations)", schedule(dynamic, 8));
