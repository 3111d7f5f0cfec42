// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of threads/: workers, the pool, and where a worker waits for its next region.
#pragma once

#include "threads/everybody.h"
#include "threads/go_line.h"
#include "threads/pool.h"
#include "threads/reaper.h"
#include "threads/thread.h"
#include "threads/threadprivate.h"
