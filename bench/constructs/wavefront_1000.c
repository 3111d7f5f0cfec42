// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
enum { kSide = 1000 };
#include "wavefront.h"

TREE_CONSTRUCT(wavefront_1000, "wavefront of 1000 x 1000 tasks", wave, in_order());
