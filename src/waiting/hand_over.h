// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Taking turns on a CPU where yielding does nothing: a thread that has to wait wakes one teammate that slept on this CPU and can go on,
// and dozes. A release then need not wake everybody at once, which is what makes futex barriers of many threads on few
// CPUs slow: each CPU gets one of them going, and that one the next.
//
// A dozing thread wakes by itself before long, so nothing hangs on being handed the CPU: not when two hand over to the same
// thread, not when a thread moves to another CPU in between, and not when a teammate waits for it in a way that the
// runtime does not see.
//
// Cost      a handing over is a futex wake and a futex wait on one CPU: 1.7 us on the reference machine, where a switch by yield
//           takes 1.1; waking all at once costs 3 us a thread, much of it for waking across CPUs.
#pragma once

#include <cstdint>

#include "waiting/cpu_marks.h"
#include "waiting/look.h"
#include "waiting/presence.h"

namespace muster::waiting {

// How long a thread dozes at most. About as long as a time slice: where threads wait for each other in ways of their own, they get on
// as they would by being preempted. Longer than a timer tick (4 ms at most), so that it does not need a timer interrupt of its
// own, which costs more than the sleep.
inline constexpr std::uint64_t kLongestDoze_ns = 5'000'000;

// The next teammate behind `slot` that was last seen on the CPU of `self` and could go on; null if there is none.
template <platform::Platform P>
Presence<P>* next_in_turn(const Roster<P>& team, std::uint32_t slot, Presence<P>& self) {
  const PresenceReader<P> reader(self);
  const std::int32_t cpu = self.last_cpu();
  const std::uint32_t mates = team.size();
  for (std::uint32_t index = 0; index < others_than(slot, mates) && cpu >= 0; ++index) {
    Presence<P>* mate = team.at(slot_behind(slot, index, mates));
    if (mate != nullptr && mate != &self && mate->last_cpu() == cpu && mate->can_go_on()) {
      return mate;
    }
  }
  return nullptr;
}

// On each other CPU where nobody of the team is awake, wakes one of those that doze and could go on.
template <platform::Platform P>
void wake_one_on_each_cpu(const Roster<P>& team, Presence<P>& self) {
  const PresenceReader<P> reader(self);
  CpuMarks busy;
  busy.mark(self.last_cpu());
  const std::uint32_t mates = team.size();
  for (std::uint32_t other = 0; other < mates; ++other) {
    const Presence<P>* mate = team.at(other);
    if (mate != nullptr && mate->parker.is_awake()) {
      busy.mark(mate->last_cpu());
    }
  }
  for (std::uint32_t other = 0; other < mates; ++other) {
    Presence<P>* mate = team.at(other);
    if (mate != nullptr && mate->parker.is_dozing() && mate->can_go_on() && busy.mark(mate->last_cpu())) {
      mate->parker.wake_if_parked();
    }
  }
}

// After a release: all that sleep for good, and enough of those that doze.
template <platform::Platform P>
void wake_to_take_turns(const Roster<P>& team, std::uint32_t slot, Presence<P>& self) {
  const std::uint32_t mates = team.size();
  for (std::uint32_t other = 0; other < mates; ++other) {
    Presence<P>* mate = team.at(other);
    if (mate != nullptr && other != slot && !mate->parker.is_dozing()) {
      mate->parker.wake_if_parked();
    }
  }
  wake_one_on_each_cpu(team, self);
}

}  // namespace muster::waiting
