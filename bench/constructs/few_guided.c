// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few long iterations dealt out by a guided schedule, inside of a region.
#include "few.h"

FEW_LOOP(few_guided, "few iterations, guided", schedule(guided));
