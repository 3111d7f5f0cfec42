// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop whose iterations are dealt round in chunks of eight.
#include "scheduled_loop.h"

SCHEDULED_LOOP(for_static_8, "for static,8 (64 iterations)", schedule(static, 8));
