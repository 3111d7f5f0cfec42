// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a waiting thread sees when it looks around: which threads are on its CPU and could go on, and how many of its team are awake or at work.
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "waiting/look.h"
#include "waiting/presence.h"

namespace muster::waiting {

// `waits`: some are here, and none of them could go on.
enum class Neighbour : std::uint8_t { nobody, waits, other_team, teammate };

struct LookCursors {
  LookCursor teammates;
  LookCursor others;
  LookCursor awake;                  // also of first_in_turn()
  std::uint32_t most = kMostAtOnce;  // threads that one look goes to

  // Whether the looks since the wait began, or since somebody was found, have gone to each of so many teammates.
  bool has_seen(std::uint32_t mates) const { return teammates.missed() >= mates; }
};

// The make-room rule: which of the threads that could go on was last seen on the CPU of `self`, where spinning keeps it from
// running. A teammate counts more: it is what `self` waits for. Threads on other CPUs are left alone, and so are their
// cache lines: only the CPU numbers, which the kernel writes, are read for them. `slot` is that of `self` in `team`; in a small team the search
// begins behind it, because threads that take turns tend to do so in order.
template <platform::Platform P>
Neighbour kept_from_running(const Roster<P>& everybody, const Roster<P>& team, std::uint32_t slot, Presence<P>& self,
                            LookCursors& cursors) {
  P::note_cpu();
  const PresenceReader<P> reader(self);
  const std::int32_t cpu = self.last_cpu();
  if (cpu < 0) {
    // A system that does not tell (no restartable sequences: old C libraries, emulators). Offering the CPU finds out.
    return Neighbour::other_team;
  }
  bool is_alone = true;
  const auto is_kept = [cpu, &self, &is_alone](const Presence<P>* other) {
    if (other == nullptr || other == &self || other->last_cpu() != cpu) {
      return false;
    }
    is_alone = false;
    return other->can_go_on();
  };
  bool starts = false;
  const std::uint32_t mates = team.size();
  const bool finds_teammate = cursors.teammates.find(others_than(slot, mates), cursors.most, [&](std::uint32_t index) {
    const Presence<P>* mate = team.at(slot_behind(slot, index, mates));
    // A new thread begins where the system puts it, often on the CPU of its maker.
    starts = starts || (mate != nullptr && mate->last_cpu() < 0);
    return is_kept(mate);
  });
  if (finds_teammate) {
    return Neighbour::teammate;
  }
  if (starts) {
    return Neighbour::other_team;
  }
  const std::uint32_t threads = everybody.size();
  if (threads > mates &&
      cursors.others.find(threads, cursors.most, [&](std::uint32_t index) { return is_kept(everybody.at(index)); })) {
    return Neighbour::other_team;
  }
  return is_alone ? Neighbour::nobody : Neighbour::waits;
}

inline constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

// For a thread that waits for its turn: returns the slot of the teammate that goes on first among those that wait for the same word on the CPU of `self`; kNoSlot if
// `self` does. It goes to some of a large team, as a look does.
template <platform::Platform P>
std::uint32_t first_in_turn(const Roster<P>& team, std::uint32_t slot, Presence<P>& self, LookCursors& cursors) {
  const PresenceReader<P> reader(self);
  const std::int32_t cpu = self.last_cpu();
  const std::uint32_t mates = team.size();
  const Presence<P>* before = &self;
  std::uint32_t first = kNoSlot;
  cursors.awake.find(others_than(slot, mates), cursors.most, [&](std::uint32_t index) {
    const std::uint32_t other = slot_behind(slot, index, mates);
    const Presence<P>* mate = team.at(other);
    if (mate != nullptr && mate->last_cpu() == cpu && mate->goes_before(*before)) {
      before = mate;
      first = other;
    }
    return false;
  });
  return first;
}

// Whether another thread of the team that was last seen on the CPU of `self` is awake.
template <platform::Platform P>
bool is_another_awake_here(const Roster<P>& team, Presence<P>& self, LookCursors& cursors) {
  const PresenceReader<P> reader(self);
  const std::int32_t cpu = self.last_cpu();
  return cursors.awake.find(team.size(), cursors.most, [&](std::uint32_t slot) {
    const Presence<P>* mate = team.at(slot);
    return mate != nullptr && mate != &self && mate->last_cpu() == cpu && mate->parker.is_awake();
  });
}

// How many threads of the team have something to do, `self` included. One that has been woken and has not run yet is not counted, as the system
// may not count it either.
template <platform::Platform P>
std::uint32_t working_threads(const Roster<P>& team, Presence<P>& self) {
  const PresenceReader<P> reader(self);
  const std::uint32_t mates = team.size();
  std::uint32_t working = 1;
  for (std::uint32_t slot = 0; slot < mates; ++slot) {
    const Presence<P>* mate = team.at(slot);
    working +=
        mate != nullptr && mate != &self && mate->last_cpu() >= 0 && mate->awaited.load_relaxed() == nullptr ? 1 : 0;
  }
  return working;
}

// How many threads of the team do not sleep, `self` included: no more of them can run or be about to.
template <platform::Platform P>
std::uint32_t awake_threads(const Roster<P>& team, Presence<P>& self) {
  const PresenceReader<P> reader(self);
  const std::uint32_t mates = team.size();
  std::uint32_t awake = 1;
  for (std::uint32_t slot = 0; slot < mates; ++slot) {
    const Presence<P>* mate = team.at(slot);
    awake += mate != nullptr && mate != &self && mate->last_cpu() >= 0 && mate->parker.is_awake() ? 1 : 0;
  }
  return awake;
}

}  // namespace muster::waiting
