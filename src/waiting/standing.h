// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Standing: where a thread waits, what it does meanwhile, and what the others see of that. The parts of a Waiter share it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "platform/platform.h"
#include "waiting/bell.h"
#include "waiting/gauge.h"
#include "waiting/idle_work.h"
#include "waiting/presence.h"

namespace muster::waiting {

// Everything is kept by reference: the caller owns it for as long as the waiter is in use.
template <platform::Platform P>
struct Standing {
  using Word = typename Presence<P>::Word;
  using Flag = typename P::template Atomic<std::uint32_t>;

  Presence<P>* self = nullptr;
  const Roster<P>* everybody = nullptr;  // of the process
  const Roster<P>* team = nullptr;
  Gauge<P>* gauge = nullptr;
  const IdleWork* idle_work = nullptr;  // null: there is nothing to do meanwhile
  const Flag* cancelled = nullptr;      // null: nobody cancels
  std::uint32_t cpus = 0;               // that the process may use; 0 is taken for too few
  std::uint32_t slot = 0;               // of the thread in `team`
  bool crowded = false;                 // the team has more threads than CPUs
  Fences fences = Fences::asymmetric;
  FoundBy found_by = FoundBy::nothing;  // while it sleeps

  // A smaller team may be at work while the thread waits for the next region of its own.
  std::uint32_t team_size() const { return std::max(team->size(), slot + 1); }

  // Threads of the team to a CPU; 1 where the team is not yet known.
  std::uint32_t share() const {
    return cpus == 0 ? 1 : std::max(base::divide_rounding_up(team->size(), cpus), std::uint32_t{1});
  }

  bool fits() const { return team->size() <= cpus; }

  // Where the team's threads sleep together; null: each for itself.
  Bell<P>* bell() const { return crowded ? team->bell_for(team_size(), cpus) : nullptr; }

  // Others see from here on what the thread waits for.
  void publish(const Word& word, base::Episode wanted) const {
    self->wanted.store_relaxed(wanted);
    // W: release, pairs with W in waiting/presence.h
    self->awaited.store_release(&word);
  }

  void leave() const {
    self->awaited.store_relaxed(nullptr);
    tell(idle_work != nullptr ? idle_work->leaves : nullptr);
  }

  bool done(const Word& word, base::Episode wanted) const {
    return P::has_reached(word, wanted) || (cancelled != nullptr && cancelled->load_relaxed() != 0);
  }

  bool has_work() const { return idle_work != nullptr && idle_work->has_work(idle_work->context); }

  // A thread that works does not wait: others that look at it shall know. The work may wait too, and say for what. True if there was any.
  bool help(const Word& word, base::Episode wanted) const {
    bool helped = false;
    while (has_work() && !done(word, wanted)) {
      self->awaited.store_relaxed(nullptr);
      const bool ran = idle_work->help(idle_work->context);
      publish(word, wanted);
      if (!ran) {
        break;
      }
      helped = true;
    }
    return helped;
  }

  // `what` is a member of `idle_work`, or null.
  void tell(void (*what)(void* context)) const {
    if (what != nullptr) {
      what(idle_work->context);
    }
  }
};

}  // namespace muster::waiting
