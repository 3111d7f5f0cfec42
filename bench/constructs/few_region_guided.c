// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few long iterations dealt out by a guided schedule, in a region of their own.
#include "few.h"

FEW_REGION(few_region_guided, "region of few iterations, guided", schedule(guided));
