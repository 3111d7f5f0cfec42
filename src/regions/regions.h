// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of regions/: how threads come into a region and out of it, and live in between. Portable core: uses only Platform.
#pragma once

#include "regions/fork.h"
#include "regions/go_line.h"
#include "regions/offer.h"
#include "regions/remaining.h"
#include "regions/thread_start.h"
#include "regions/worker.h"
