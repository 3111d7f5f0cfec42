// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauge: what the threads of a team that wait, at barriers or for work, let others know together. Written when a thread parks or
// finds that it is in the way, so an undisturbed team leaves the line in every cache.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"
#include "waiting/parker.h"
#include "waiting/sleeper_count.h"
#include "waiting/sleepers_at.h"

namespace muster::waiting {

template <platform::Platform P>
struct alignas(base::kCacheLineBytes) Gauge {
  // Threads that are parked or about to be.
  SleeperCount<P> sleepers;
  // Those of them that doze (hand_over.h). A hint.
  typename P::template Atomic<std::uint32_t> dozers{0};
  // How often a thread of a team that has a CPU for each thread found that CPU wanted by somebody else.
  typename P::template Atomic<std::uint32_t> disturbances{0};
  // Not 0 from the first region on whose threads may sleep at every barrier: sleepers and wakers use full fences (fences_for(), parker.h). Changed at a fork
  // only, and never back.
  typename P::template Atomic<std::uint32_t> full_fences{0};

  // When somebody of the team last looked whether those that are waited for run: one look serves all, as looks disturb their CPUs.
  typename P::template Atomic<std::uint64_t> looked_ns{0};

  // The rest of `sleepers`, of teams that are larger than kSlotsOfGroup.
  SleeperGroups<P> sleeper_groups;
  // Those of the sleepers that are woken one by one.
  SleepersAt<P> sleepers_at;

  Fences fences() const { return full_fences.load_relaxed() != 0 ? Fences::full : Fences::asymmetric; }
};

// Between making a sleeper's condition true and looking for the sleeper.
template <platform::Platform P>
void fence_before_waking(Fences fences) {
  if (fences == Fences::full) [[unlikely]] {
    P::full_fence();
  } else {
    P::light_fence();
  }
}

}  // namespace muster::waiting
