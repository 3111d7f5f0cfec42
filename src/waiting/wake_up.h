// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waking a team. Few sleepers are woken one by one, and those that sleep at the team's bell (bell.h) by one call. Many are woken as a binomial tree: each
// woken thread first wakes its part of the others, whatever the shape of the barrier that they sleep in.
//
//   position 0 wakes 8, 4, 2, 1;   8 wakes 12, 10, 9;   4 wakes 6, 5;   ...     positions count from the first
//
// Those that fell asleep on other CPUs are woken first (SleepersAtBell): a CPU that has nothing to do takes the longest to begin, and those on the waker's own cannot run before it is done.
//
// Cost      one by one: n system calls of one thread, 2 to 5 us each. As a tree: log2 n of them on the longest way.
#pragma once

#include <bit>
#include <cstdint>

#include "waiting/gauge.h"
#include "waiting/look.h"
#include "waiting/presence.h"

namespace muster::waiting {

// Fewer sleepers than this are woken by one thread: a tree pays when several CPUs can wake at the same time.
inline constexpr std::uint32_t kFewSleepers = 8;
// An errand holds two slot numbers: where the tree begins, and the position of the thread that does the errand. A thread that sleeps in another team, as the primary of a nested
// region does, does none: its part is done by the thread that wakes it.
inline constexpr std::uint32_t kErrandBits = 14;
inline constexpr std::uint32_t kLargestTreeWakeUp = 1U << kErrandBits;

constexpr Errand errand_of(std::uint32_t origin, std::uint32_t position) { return origin << kErrandBits | position; }
static_assert(errand_of(kLargestTreeWakeUp - 1, kLargestTreeWakeUp - 1) <= kLargestErrand);

template <platform::Platform P>
struct WakeUpTree {
  const Roster<P>& team;
  std::uint32_t threads;
  std::uint32_t origin;

  // Wakes the subtrees below `position` that have fewer than 2^levels threads each. A thread that is awake does no
  // errands: its part is done here. True if one slept.
  bool wake_below(std::uint32_t position, std::uint32_t levels) const {
    bool found = false;
    while (levels-- > 0) {
      const std::uint32_t child = position + (1U << levels);
      if (child >= threads) {
        continue;
      }
      const Woken woken = wake(child);
      found = found || woken != Woken::was_awake;
      if (woken != Woken::with_errand) {
        found = wake_below(child, levels) || found;
      }
    }
    return found;
  }

  bool wake_all() const { return wake_below(0, base::log2_rounding_up(threads)); }
  void run(std::uint32_t position) const {
    wake_below(position, static_cast<std::uint32_t>(std::countr_zero(position)));
  }

 private:
  Woken wake(std::uint32_t position) const {
    const std::uint32_t slot = origin + position;
    Presence<P>* mate = team.at(slot < threads ? slot : slot - threads);
    return mate == nullptr ? Woken::was_awake : mate->parker.wake(errand_of(origin, position), &team);
  }
};

// Those of a team that sleep at its bell and are to go on.
class SleepersAtBell {
 public:
  // `own_cpu`: that of the thread that wakes them.
  explicit SleepersAtBell(std::int32_t own_cpu) : own_cpu_(own_cpu) {}

  // The thread or threads of `bits`, which are 0 if it does not sleep there, and fell asleep on `cpu`.
  void add(std::uint32_t bits, std::int32_t cpu) { (cpu == own_cpu_ ? here_ : elsewhere_) |= bits; }

  template <class Bell>
  void wake(Bell* bell) const {
    if (elsewhere_ != 0) {
      bell->ring(elsewhere_);
    }
    if (here_ != 0) {
      bell->ring(here_);
    }
  }

 private:
  std::int32_t own_cpu_;
  std::uint32_t here_ = 0;
  std::uint32_t elsewhere_ = 0;
};

// Wakes the sleepers of slots 0 to `threads` - 1 but that of `origin`, the caller's; true if one slept. At most `sleepers` do, in groups of slots for whose first
// may_sleep_from(slot) is true. `bell` is that of Roster::bell_for().
template <platform::Platform P, class MaySleepFrom>
bool wake_team(const Roster<P>& team, std::uint32_t threads, std::uint32_t origin, std::uint32_t sleepers,
               Bell<P>* bell, const MaySleepFrom& may_sleep_from) {
  if (sleepers >= kFewSleepers && threads <= kLargestTreeWakeUp && bell == nullptr) {
    return WakeUpTree<P>{team, threads, origin}.wake_all();
  }
  bool found = false;
  SleepersAtBell at_bell(team.at(origin)->last_cpu());
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    if (slot % kSlotsOfGroup == 0 && !may_sleep_from(slot)) {
      slot += kSlotsOfGroup - 1;
      continue;
    }
    Presence<P>* mate = team.at(slot);
    if (slot != origin && mate != nullptr) {
      const auto taken = mate->parker.take_from(bell);
      found = found || taken.was_parked;
      at_bell.add(taken.bits, taken.cpu);
    }
  }
  at_bell.wake(bell);
  return found;
}

// The same by what the gauge of the team says of them.
template <platform::Platform P>
bool wake_team(const Roster<P>& team, std::uint32_t threads, std::uint32_t origin, const Gauge<P>& gauge,
               Bell<P>* bell) {
  const std::uint32_t sleepers = gauge.sleepers.at_most(threads, gauge.sleeper_groups);
  return sleepers != 0 && wake_team(team, threads, origin, sleepers, bell, [&gauge](std::uint32_t slot) {
           return gauge.sleepers.may_sleep_from(slot, gauge.sleeper_groups);
         });
}

// Wakes those that wait until `word` has reached `value` or less, and sleep found by the word; false if nobody does. `bell` as above; the caller runs on `own_cpu`.
template <platform::Platform P>
bool wake_all_at(const Roster<P>& team, Gauge<P>& gauge, const typename Presence<P>::Word& word, base::Episode value,
                 Bell<P>* bell, std::int32_t own_cpu) {
  const auto asleep = gauge.sleepers_at.at(&word, FoundBy::word, value);
  if (asleep.count == 0) {
    return false;
  }
  bool found = false;
  SleepersAtBell at_bell(own_cpu);
  const bool is_alone = asleep.count == 1;
  const std::uint32_t behind = is_alone ? asleep.slot + 1 : team.threads.load_relaxed();
  for (std::uint32_t slot = is_alone ? asleep.slot : 0; slot < behind; ++slot) {
    if (!is_alone && slot % kSlotsOfGroup == 0 && !gauge.sleepers.may_sleep_from(slot, gauge.sleeper_groups)) {
      slot += kSlotsOfGroup - 1;
      continue;
    }
    Presence<P>* mate = team.at(slot);
    if (mate != nullptr && mate->awaited.load_relaxed() == &word && base::reached(value, mate->wanted.load_relaxed())) {
      found = true;
      const auto taken = mate->parker.take_from(bell);
      at_bell.add(taken.bits, taken.cpu);
    }
  }
  at_bell.wake(bell);
  return found;
}

// The same where one at most waits for each value, which is often the thread behind `slot`, the caller's, and sleeps found by both; false if that one
// did not sleep.
template <platform::Platform P>
bool wake_one_at(const Roster<P>& team, Gauge<P>& gauge, std::uint32_t slot, const typename Presence<P>::Word& word,
                 base::Episode value) {
  const auto asleep = gauge.sleepers_at.at(&word, FoundBy::word_and_value, value);
  const std::uint32_t mates = team.threads.load_relaxed();
  const std::uint32_t looks = asleep.count > 1 ? others_than(slot, mates) : asleep.count;
  for (std::uint32_t index = 0; index < looks; ++index) {
    Presence<P>* mate = team.at(asleep.count == 1 ? asleep.slot : slot_behind(slot, index, mates));
    if (mate != nullptr && mate->awaited.load_relaxed() == &word && mate->wanted.load_relaxed() == value) {
      return mate->parker.wake_if_parked();
    }
  }
  return false;
}

template <platform::Platform P>
void run_errand(const Roster<P>& team, Errand errand) {
  if (errand != kNoErrand) {
    const std::uint32_t origin = errand >> kErrandBits;
    const std::uint32_t position = errand % kLargestTreeWakeUp;
    // The size is a hint: a region of another size may have begun, which wakes whom it needs itself.
    const std::uint32_t threads = team.size();
    if (origin < threads && position != 0) {
      WakeUpTree<P>{team, threads, origin}.run(position);
    }
  }
}

}  // namespace muster::waiting
