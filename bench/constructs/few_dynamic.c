// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few long iterations dealt out one by one, inside of a region.
#include "few.h"

FEW_LOOP(few_dynamic, "few iterations, dynamic 1", schedule(dynamic, 1));
