// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of memory/: the runtime's own memory on hot paths, and a program's blocks on the nodes that it wants.
#pragma once

#include "memory/block_cache.h"
#include "memory/placed.h"
