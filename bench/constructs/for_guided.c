// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose iterations are taken in chunks that become smaller.
#include "scheduled_loop.h"

SCHEDULED_LOOP(for_guided, "for guided (64 iterations)", schedule(guided));
