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
  using Word = typename P::template Atomic<base::Episode>;

  // What the thread waits for: until *awaited has reached `wanted`. Null while it has something to do.
  typename P::template Atomic<const Word*> awaited{nullptr};
  typename P::template Atomic<base::Episode> wanted{0};
  // Where the thread runs; null until it has said so, and once it has ended.
  typename P::template Atomic<typename P::CpuProbe> cpu{};
  Parker<P> parker;

  std::int32_t last_cpu() const { return P::cpu_of(cpu.load_relaxed()); }

  // Whether the thread would go on if it had a CPU. A hint: the two fields are not read as one, and may be out of date.
  bool can_go_on() const {
    const Word* word = awaited.load_relaxed();
    return word == nullptr || base::reached(word->load_relaxed(), wanted.load_relaxed());
  }
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

// The make-room rule. True when a teammate that could go on was last seen on the CPU of `self`: spinning would keep it from
// running. Threads on other CPUs are left alone, and so are their cache lines: only the CPU numbers, which the kernel
// writes, are read for them.
template <platform::Platform P>
bool keeps_teammate_from_running(const Roster<P>& roster, const Presence<P>& self) {
  const std::int32_t cpu = self.last_cpu();
  if (cpu < 0) {
    return false;
  }
  const std::uint32_t threads = roster.threads.load_relaxed();
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    const Presence<P>* mate = roster.at(slot);
    if (mate != nullptr && mate != &self && mate->last_cpu() == cpu && mate->can_go_on()) {
      return true;
    }
  }
  return false;
}

}  // namespace muster::waiting
