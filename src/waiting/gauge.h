// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauge: what the threads of a team that wait, at barriers or for work, let others know together. Written when a thread parks or
// finds that it is in the way, so an undisturbed team leaves the line in every cache.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"

namespace muster::waiting {

template <platform::Platform P>
struct alignas(base::kCacheLineBytes) Gauge {
  // Threads that are parked or about to be.
  typename P::template Atomic<std::uint32_t> sleepers{0};
  // How often a thread of a team that has a CPU for each thread found that CPU wanted by somebody else.
  typename P::template Atomic<std::uint32_t> disturbances{0};
};

}  // namespace muster::waiting
