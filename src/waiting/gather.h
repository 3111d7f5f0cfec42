// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread that waits finds out for the next step of its wait: decide() (decide.h) goes by that, and the Waiter executes what it says.
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "waiting/decide.h"
#include "waiting/intervals.h"
#include "waiting/long_wait.h"
#include "waiting/look.h"
#include "waiting/missing.h"
#include "waiting/neighbours.h"
#include "waiting/placing.h"
#include "waiting/standing.h"
#include "waiting/yields.h"

namespace muster::waiting {

// What one wait has come to.
template <platform::Platform P>
struct Wait {
  std::uint64_t start_ns;
  std::uint64_t now_ns;
  std::uint64_t looked_ns;
  // When the thread last asked whether it is its turn to look at a missing teammate.
  std::uint64_t asked_ns;
  Situation situation;
  MissingWatch<P> missing;
  bool in_turn = false;           // the word lets one go on after another
  std::uint32_t first = kNoSlot;  // as of first_in_turn()
  bool reported = false;
  LongWait<P> long_wait{};
  // There seemed to be a task, and there was none that this thread may run.
  bool helped_in_vain = false;

  // In a wait for its turn the thread has the CPU after a yield while another goes on first.
  bool is_early() const { return situation.is_behind && situation.has_yielded; }
};

// What a situation is gathered from: the thread's own of what outlasts one wait.
template <platform::Platform P>
struct Sources {
  const Standing<P>& at;
  Yields& yields;
  Placing<P>& placing;
  LookCursors& cursors;
  LookPace& pace;
};

// `before` is what the last look of this wait found.
template <platform::Platform P>
Neighbour look_around(const Sources<P>& by, std::uint64_t now_ns, Neighbour before) {
  const std::uint32_t process = by.at.everybody->size();
  const bool is_paced = process > kMostAtOnce && process <= by.at.cpus;
  if (is_paced && !by.pace.is_due(now_ns)) {
    return before;
  }
  by.cursors.most = is_paced ? kMostAtAPace : kMostAtOnce;
  const Neighbour found = kept_from_running(*by.at.everybody, *by.at.team, by.at.slot, *by.at.self, by.cursors);
  if (is_paced) {
    by.pace.looked(now_ns, P::now_ns(), found > Neighbour::waits);
  }
  return found;
}

// A teammate here that works needs the CPU more than the one that goes on first.
template <platform::Platform P>
__attribute__((noinline)) void look_for_first(const Sources<P>& by, Wait<P>& wait) {
  Situation& now = wait.situation;
  now.is_behind = false;
  wait.first = first_in_turn(*by.at.team, by.at.slot, *by.at.self, by.cursors);
  if (wait.first != kNoSlot) {
    const Presence<P>& first = *by.at.team->at(wait.first);
    now.is_behind = now.here <= Neighbour::waits || first.can_go_on();
    now.first_sleeps = !first.parker.is_awake();
  }
}

template <platform::Platform P>
void report_disturbance(const Standing<P>& at, Wait<P>& wait) {
  if (!wait.reported && at.fits()) {
    at.gauge->disturbances.fetch_add_relaxed(1);
  }
  wait.reported = true;
}

template <platform::Platform P>
void gather(const Sources<P>& by, Wait<P>& wait) {
  const Standing<P>& at = by.at;
  Situation& now = wait.situation;
  now.waited_ns = wait.now_ns - wait.start_ns;
  now.has_work = !wait.helped_in_vain && at.has_work();
  wait.helped_in_vain = false;
  now.has_woken = at.self->has_woken;
  now.yields_avoided = by.yields.avoided_at(wait.now_ns);
  now.yields_futile = by.yields.are_futile();
  now.yields_do_nothing = by.yields.do_nothing();
  now.company_is_due = !now.has_polled && !now.company_is_known && by.placing.company_is_due(wait.now_ns);
  now.placement_is_due = by.placing.is_due(wait.now_ns);
  now.parked_to_be_placed = by.placing.parked();
  now.look_is_due = wait.now_ns - wait.looked_ns >= kOfferInterval_ns;
  now.doubt_is_due = by.yields.are_doubted_at(wait.now_ns) && at.team->losses.may_be_asked_at(wait.now_ns);
  now.here = look_around(by, wait.now_ns, now.here);
  if (wait.in_turn) [[unlikely]] {
    look_for_first(by, wait);
  }
  now.all_looked_at = !at.crowded || by.cursors.has_seen(now.threads - 1);
  now.another_is_awake_here = now.crowded() && now.is_long() && is_another_awake_here(*at.team, *at.self, by.cursors);
  if (now.here == Neighbour::teammate) {
    report_disturbance(at, wait);
  }
}

}  // namespace muster::waiting
