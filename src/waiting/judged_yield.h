// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A yield, and what the thread and its team learn from it: whom it gave the CPU to, and for how long (yields.h, slices.h). And what a thread asks of other processes before it
// yields to them or moves.
#pragma once

#include "waiting/intervals.h"
#include "waiting/slices.h"
#include "waiting/standing.h"
#include "waiting/strangers.h"
#include "waiting/yields.h"

namespace muster::waiting {

// The thread has yielded at `before_ns`, and goes on at `after_ns`. `switches`: those of the thread before it; 0 if they are not known.
template <platform::Platform P>
void note_yield(const Standing<P>& at, Yields& yields, std::uint64_t before_ns, std::uint64_t after_ns,
                std::uint64_t switches, const SliceAudit<P>* audit) {
  Yields::Made made{.began_ns = before_ns,
                    .ended_ns = after_ns,
                    .share = at.share(),
                    .shortest_switch_ns = shortest_switch_ns(P::call_ns())};
  if (switches != 0) [[unlikely]] {
    made.gave_cpu = P::own_switches() != switches ? Known::yes : Known::no;
  }
  if (made.took_a_slice()) {
    made.strangers_run =
        at.team->strangers.since(before_ns, after_ns, [&at] { return strangers_run_now(*at.team, *at.self, at.cpus); });
    if (audit != nullptr) {
      made.teammates_ran_ns = audit->teammates_ran_ns(after_ns - before_ns);
    }
  }
  const Yields::Found found = yields.note(made);
  if (found != Yields::Found::nothing && at.crowded) [[unlikely]] {
    if (found == Yields::Found::loss) {
      at.team->losses.tell_lost(yields, after_ns);
    } else {
      at.team->losses.tell_slice(yields, after_ns);
    }
  }
}

// It is `now_ns` before the yield. Returns the time after it: the clock is looked at even when the word is there, as it is after a slice
// that went to another process.
template <platform::Platform P>
std::uint64_t yield_judged(const Standing<P>& at, Yields& yields, std::uint64_t now_ns) {
  const std::uint64_t switches = yields.is_proof_due() ? P::own_switches() : 0;
  std::uint64_t after_ns = 0;
  if (yields.are_audited_at(now_ns, at.share())) [[unlikely]] {
    const SliceAudit<P> audit(*at.team, at.slot, *at.self, at.cpus);
    P::yield();
    after_ns = P::now_ns();
    note_yield(at, yields, now_ns, after_ns, switches, &audit);
  } else {
    P::yield();
    after_ns = P::now_ns();
    note_yield<P>(at, yields, now_ns, after_ns, switches, nullptr);
  }
  return after_ns;
}

// Whether those that took what the team yields are still there.
template <platform::Platform P>
void look_for_strangers(const Standing<P>& at, Yields& yields, std::uint64_t now_ns) {
  if (at.team->losses.asked(yields, now_ns, strangers_are_left(*at.team, *at.self, at.cpus))) {
    yields.trust_again(now_ns);
    at.team->losses.tell_gone(yields, now_ns);
  } else {
    yields.keep_avoiding(now_ns);
  }
}

// Whether a thread of a crowded team that moves may come to the CPU of another process. One asks for all that are about to move.
template <platform::Platform P>
bool may_meet_strangers(const Standing<P>& at, std::uint64_t now_ns) {
  return tells_of_strangers(at.cpus, P::system_cpus()) &&
         at.team->strangers.since(now_ns - kSpreadInterval_ns, now_ns,
                                  [&at] { return strangers_run_now(*at.team, *at.self, at.cpus); }) != Known::no;
}

}  // namespace muster::waiting
