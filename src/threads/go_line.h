// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a worker waits for its next region, on this machine (regions/go_line.h).
#pragma once

#include "platform/native.h"
#include "regions/regions.h"

namespace muster::threads {

using platform::Native;
using regions::Work;
struct Thread;
using Seat = regions::Seat<Native, Thread>;
using Go = regions::Go<Native, Thread>;
using GoLine = regions::GoLine<Native, Thread>;
static_assert(sizeof(GoLine) == base::kCacheLineBytes);

}  // namespace muster::threads
