// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few long iterations that go round the threads, inside of a region: what the other schedules are held against.
#include "few.h"

FEW_LOOP(few_static, "few iterations, static 1", schedule(static, 1));
