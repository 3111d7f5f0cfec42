// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few long iterations that go round the threads, in a region of their own: what the other schedules are held against.
#include "few.h"

FEW_REGION(few_region_static, "region of few iterations, static 1", schedule(static, 1));
