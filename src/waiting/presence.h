// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Presence: what a thread lets its team know about itself while it waits, and Roster: the team's list of them. A waiter
// reads them to find out whether the thread it waits for could be running on the waiter's own CPU.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"
#include "waiting/parker.h"

namespace muster::waiting {

// One cache line that belongs to one thread and is written by it only when it waits for longer than a few line transfers.
template <platform::Platform P>
struct alignas(base::kCacheLineBytes) Presence {
  // The episode for which the thread has last entered a long wait. While it is older than a teammate's episode, the
  // thread has work to do before that teammate can go on.
  typename P::template Atomic<base::Episode> waiting_for{0};
  typename P::CpuProbe cpu{};
  Parker<P> parker;
};

// Slot numbers are thread numbers. The table may be replaced by a longer one that starts with the same entries; old tables
// stay readable as long as the team exists.
template <platform::Platform P>
struct Roster {
  using Entry = typename P::template Atomic<Presence<P>*>;

  typename P::template Atomic<Entry*> table{nullptr};
  typename P::template Atomic<std::uint32_t> threads{0};

  Presence<P>* at(std::uint32_t slot) const { return table.load_relaxed()[slot].load_relaxed(); }
};

// The make-room rule. True when some teammate that `episode` still lacks was last seen on the CPU of `self`: spinning
// would keep it from running. Threads on other CPUs are left alone, and so are their cache lines: only the CPU
// numbers, which the kernel writes, are read for them.
template <platform::Platform P>
bool shares_cpu_with_missing(const Roster<P>& roster, const Presence<P>& self, base::Episode episode) {
  const std::int32_t cpu = P::cpu_of(self.cpu);
  if (cpu < 0) {
    return false;
  }
  const std::uint32_t threads = roster.threads.load_relaxed();
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    const Presence<P>* mate = roster.at(slot);
    if (mate == nullptr || mate == &self || P::cpu_of(mate->cpu) != cpu) {
      continue;
    }
    if (!base::reached(mate->waiting_for.load_relaxed(), episode)) {
      return true;
    }
  }
  return false;
}

}  // namespace muster::waiting
