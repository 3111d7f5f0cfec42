// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
enum { kSide = 100 };
#include "wavefront.h"

TREE_CONSTRUCT(wavefront, "wavefront of 100 x 100 tasks", wave, in_order());
