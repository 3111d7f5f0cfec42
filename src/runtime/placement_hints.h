// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints about where the threads of this process go, for its end.
#pragma once

#include "affinity/affinity.h"

namespace muster::runtime {

// They are about a team of the size that the program gets by default. Reads the machine, some milliseconds on a large one.
affinity::Hints placement_hints();

}  // namespace muster::runtime
