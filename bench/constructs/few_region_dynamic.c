// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few long iterations dealt out one by one, in a region of their own.
#include "few.h"

FEW_REGION(few_region_dynamic, "region of few iterations, dynamic 1", schedule(dynamic, 1));
