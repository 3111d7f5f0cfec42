// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose iterations are taken in chunks that become smaller, down to eight.
#include "scheduled_loop.h"

SCHEDULED_LOOP(for_guided_8, "for guided,8 (64 iterations)", schedule(guided, 8));
