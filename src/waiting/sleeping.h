// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a thread that waits gives its CPU up: it sleeps until it is woken, or dozes while it hands its CPU over.
#pragma once

#include "waiting/hand_over.h"
#include "waiting/standing.h"
#include "waiting/wake_up.h"

namespace muster::waiting {

// A thread that dozes is not woken by one that sleeps for good.
template <platform::Platform P>
void wake_next_in_turn(const Standing<P>& at) {
  if (Presence<P>* mate = next_in_turn(*at.team, at.slot, *at.self); mate != nullptr) {
    mate->parker.wake_if_parked();
  } else {
    wake_one_on_each_cpu(*at.team, *at.self);
  }
}

// Before the sleeper's fence and its last look at the word.
template <platform::Platform P>
void count_asleep(const Standing<P>& at, const typename Presence<P>::Word& word, base::Episode wanted) {
  at.gauge->sleepers.add(at.slot, at.gauge->sleeper_groups);
  if (at.found_by != FoundBy::nothing) [[unlikely]] {
    at.gauge->sleepers_at.add(&word, at.found_by, wanted, at.slot);
  }
}

template <platform::Platform P>
void count_awake(const Standing<P>& at, const typename Presence<P>::Word& word, base::Episode wanted) {
  if (at.found_by != FoundBy::nothing) [[unlikely]] {
    at.gauge->sleepers_at.remove(&word, at.found_by, wanted, at.slot);
  }
  at.gauge->sleepers.remove(at.slot, at.gauge->sleeper_groups);
}

// At `bell`, or by itself where that is null.
template <platform::Platform P, class Done>
Errand sleep_unless(const Standing<P>& at, const Done& is_over, Bell<P>* bell) {
  if (bell == nullptr) {
    return at.self->parker.park_for_errand_unless(at.team, is_over, at.fences);
  }
  at.self->parker.set_bell(*bell, bit_at_bell(at.slot), at.self->last_cpu());
  at.self->parker.park_at_bell_unless(is_over);
  return kNoErrand;
}

// Until another thread wakes it, for whatever reason.
template <platform::Platform P>
void sleep_once(const Standing<P>& at, const typename Presence<P>::Word& word, base::Episode wanted, Bell<P>* bell) {
  P::note_cpu();
  count_asleep(at, word, wanted);
  if (at.crowded && at.gauge->dozers.load_relaxed() != 0) {
    wake_next_in_turn(at);
  }
  at.tell(at.idle_work != nullptr ? at.idle_work->falls_asleep : nullptr);
  const Errand errand = sleep_unless(at, [&] { return at.done(word, wanted) || at.has_work(); }, bell);
  at.tell(at.idle_work != nullptr ? at.idle_work->wakes_up : nullptr);
  count_awake(at, word, wanted);
  run_errand(*at.team, errand);
}

// False if it has been woken for work, and has done it, before the wait was over.
template <platform::Platform P>
bool park(const Standing<P>& at, const typename Presence<P>::Word& word, base::Episode wanted) {
  for (;;) {
    const bool helped = at.help(word, wanted);
    if (at.done(word, wanted)) {
      return true;
    }
    if (helped) {
      return false;
    }
    sleep_once(at, word, wanted, at.fences == Fences::full ? at.bell() : nullptr);
  }
}

template <platform::Platform P>
void park_until_done(const Standing<P>& at, const typename Presence<P>::Word& word, base::Episode wanted) {
  while (!park(at, word, wanted)) {
  }
}

// Until it is handed a CPU, or has dozed for long enough.
template <platform::Platform P>
void doze(const Standing<P>& at, const typename Presence<P>::Word& word, base::Episode wanted) {
  at.gauge->dozers.fetch_add_relaxed(1);
  count_asleep(at, word, wanted);
  at.self->parker.doze_unless([&] { return at.done(word, wanted) || at.has_work(); }, kLongestDoze_ns);
  count_awake(at, word, wanted);
  at.gauge->dozers.fetch_add_relaxed(~std::uint32_t{0});
}

}  // namespace muster::waiting
