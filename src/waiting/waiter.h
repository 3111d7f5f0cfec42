// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiter: decides how a thread of a team waits. It is the `idle` object of Platform::await_reached: entered when eager polls have failed.
// In turn, until the word is there or the team is cancelled:
//   0. help: there is something to do for a waiting thread (tasks), so it does that.
//   1. make room: a thread of the process that could go on last ran on this CPU, so the CPU is given away (yield), or the thread
//      parks where yields do nothing or help other processes only (yields.h). A worker in too much company moves (placing.h).
//   2. spin: all that this thread waits for run elsewhere, so parking would idle this CPU.
//   3. park: after the blocktime. A blocktime of 0 (PASSIVE) parks at once, or after one yield where a teammate
//      could go on here (more in a wait for its turn), and after as long as a sleep takes where at most two threads share a CPU; kForever never
//      parks in step 3 (ACTIVE) where there is a CPU for each thread, and kAdaptive leaves it to SpinBudget. The time
//      before it begins anew after each task.
// Which of them it is, decide() says (decide.h), by what gather() finds out (gather.h); the waiter executes the step.
// R7: one object that keeps what it knows and executes what was decided; the rules themselves are in decide.h.
#pragma once

#include <algorithm>
#include <cstdint>

#include "platform/platform.h"
#include "waiting/bell.h"
#include "waiting/decide.h"
#include "waiting/gather.h"
#include "waiting/gauge.h"
#include "waiting/hand_over.h"
#include "waiting/idle_work.h"
#include "waiting/intervals.h"
#include "waiting/judged_yield.h"
#include "waiting/missing.h"
#include "waiting/neighbours.h"
#include "waiting/offers.h"
#include "waiting/parker.h"
#include "waiting/placing.h"
#include "waiting/poll_record.h"
#include "waiting/presence.h"
#include "waiting/sleeping.h"
#include "waiting/spin_budget.h"
#include "waiting/standing.h"
#include "waiting/step_log.h"
#include "waiting/strangers.h"
#include "waiting/wake_up.h"
#include "waiting/yields.h"

namespace muster::waiting {

template <platform::Platform P>
class Waiter {
 public:
  using Word = typename Standing<P>::Word;
  using Flag = typename Standing<P>::Flag;

  // Everything is kept by reference: the caller owns it for as long as the waiter is in use. `slot` is the thread's in `team`.
  void attach(Presence<P>& self, const Roster<P>& everybody, const Roster<P>& team, Gauge<P>& gauge,
              std::uint32_t slot) {
    at_.self = &self;
    at_.everybody = &everybody;
    at_.team = &team;
    at_.gauge = &gauge;
    at_.slot = slot;
  }

  // How many CPUs the process may use; 0, the default, is taken for too few.
  void set_cpus(std::uint32_t cpus) {
    at_.cpus = cpus;
    decided_for_ = 0;
  }
  std::uint32_t cpus() const { return at_.cpus; }

  // At the beginning of a region: the size of the team decides how it waits.
  void set_team_size(std::uint32_t threads) {
    if (threads == decided_for_) [[likely]] {
      return;
    }
    decided_for_ = threads;
    at_.crowded = threads > at_.cpus;
    takes_turns_ = !looks_first_ && threads >= 2 * std::uint64_t{at_.cpus} && at_.cpus != 0;
  }

  // Not to yield before it is known for whom. In a barrier the last on each CPU would otherwise switch once for nothing, which
  // is one switch in threads - CPUs + 1; a thread that waits for a region has no such part, and saves the look. Before set_team_size().
  void look_first() { looks_first_ = true; }

  // Which handshake this thread's sleeping and waking go by; the same for all whose signals it waits for, and for all that wait for its.
  void set_fences(Fences fences) { at_.fences = fences; }
  Fences fences() const { return at_.fences; }

  // How long to spin before parking, in nanoseconds, or kForever or kAdaptive.
  void set_blocktime(std::uint64_t blocktime_ns) { blocktime_ns_ = blocktime_ns; }

  // Before the first look at those that might need the CPU. Where threads take turns the word is hardly ever there.
  std::uint32_t eager_polls() const { return at_.crowded || expects_company_ ? 0 : P::eager_polls(); }

  // What to do while waiting; null, the default: nothing. Kept by reference.
  void set_idle_work(const IdleWork* work) { at_.idle_work = work; }

  // While *cancelled is not 0, every wait ends at once, whether the word is there or not: the caller looks at the flag. The thread
  // that sets it calls signalled_all(). Null, the default: nobody cancels. Kept by reference.
  void set_cancellation(const Flag* cancelled) { at_.cancelled = cancelled; }

  // After a store-release that lets `slot` go on.
  MUSTER_ALWAYS_INLINE void signalled(std::uint32_t slot) {
    fence_before_waking<P>(at_.fences);
    if (at_.team->at(slot)->parker.wake_if_parked()) [[unlikely]] {
      note_waking();
    }
  }

  // After a store-release that may let any teammate go on.
  void signalled_all() {
    fence_before_waking<P>(at_.fences);
    if (at_.gauge->sleepers.any()) [[unlikely]] {
      wake_sleepers();
    }
  }

  // After a store-release of `value` to a word that others of the team wait for by wait_for_progress(), maybe for more.
  void signalled_at(const Word& word, base::Episode value) {
    fence_before_waking<P>(at_.fences);
    if (at_.gauge->sleepers.any()) [[unlikely]] {
      wake_sleepers_at(word, value);
    }
  }

  // The same, where they wait by wait_for_turn(), and one at most for that very value: often the one behind this thread.
  void signalled_one_at(const Word& word, base::Episode value) {
    fence_before_waking<P>(at_.fences);
    if (at_.gauge->sleepers.any()) [[unlikely]] {
      wake_sleeper_at(word, value);
    }
  }

  __attribute__((noinline)) void wait_for(const Word& word, base::Episode wanted) {
    at_.publish(word, wanted);
    wait_in_steps(word, wanted, false);
    at_.leave();
  }

  // For a word that lets the threads that wait for it go on one after another, each at a value of its own.
  __attribute__((noinline)) void wait_for_turn(const Word& word, base::Episode wanted) {
    at_.publish(word, wanted);
    behind_ = false;
    wait_found_by(FoundBy::word_and_value, word, wanted);
    was_behind_ = behind_;
    at_.leave();
  }

  // For a word that lets those go on whose values it has reached, maybe some of many.
  __attribute__((noinline)) void wait_for_progress(const Word& word, base::Episode wanted) {
    at_.publish(word, wanted);
    wait_found_by(FoundBy::word, word, wanted);
    at_.leave();
  }

  // The same with other work, and to the end even if the team is cancelled. May be entered again from inside help().
  void wait_for(const Word& word, base::Episode wanted, const IdleWork& work) {
    const IdleWork* own = at_.idle_work;
    const Flag* cancelled = at_.cancelled;
    at_.idle_work = &work;
    at_.cancelled = nullptr;
    wait_for(word, wanted);
    at_.idle_work = own;
    at_.cancelled = cancelled;
  }

  // Gives the CPU up at once, whatever the blocktime.
  void block_for(const Word& word, base::Episode wanted) {
    at_.publish(word, wanted);
    park_until_done(at_, word, wanted);
    at_.leave();
  }

 private:
  __attribute__((noinline)) void wake_sleepers() {
    if (hands_over()) {
      wake_to_take_turns(*at_.team, at_.slot, *at_.self);
    } else {
      if (wake_team(*at_.team, at_.team->threads.load_relaxed(), at_.slot, *at_.gauge, at_.bell())) {
        note_waking();
      }
      // Now that nobody of the team sleeps, the number of runnable threads says most about others.
      if (gives_way()) {
        const std::uint64_t now_ns = P::now_ns();
        if (yields_.are_doubted_at(now_ns) && at_.team->losses.may_be_asked_at(now_ns)) {
          look_for_strangers(at_, yields_, now_ns);
        }
      }
    }
  }

  // What a sleeper has published before it slept is seen after the fences.
  __attribute__((noinline)) void wake_sleepers_at(const Word& word, base::Episode value) {
    if (wake_all_at(*at_.team, *at_.gauge, word, value, at_.bell(), at_.self->last_cpu())) {
      note_waking();
    }
  }

  __attribute__((noinline)) void wake_sleeper_at(const Word& word, base::Episode value) {
    if (wake_one_at(*at_.team, *at_.gauge, at_.slot, word, value)) {
      note_waking();
    }
  }

  // Two threads that hand a CPU to each other by sleeping and waking never look around otherwise. One waking says little.
  __attribute__((noinline)) void note_waking() {
    at_.self->has_woken = true;
    if (++wakings_ >= kWakingsPerLook || P::may_swap_cpus()) [[unlikely]] {
      wakings_ = 0;
      const std::uint64_t now_ns = P::now_ns();
      at_.team->losses.learn(yields_);
      const bool is_avoided = yields_.avoided_at(now_ns);
      if (at_.slot != 0 && blocktime_ns_ != 0 && !gives_way(is_avoided) && placing_.company_is_due(now_ns)) {
        leave_company(now_ns);
      }
    }
  }

  // As a thread that waits would, but that it knows nothing of how long its waits are.
  void leave_company(std::uint64_t now_ns) {
    Situation now;
    now.threads = at_.team_size();
    now.cpus = at_.cpus;
    now.may_swap_cpus = P::may_swap_cpus() && placing_.work_is_worth_a_swap();
    count_company(now, now_ns);
    if (!should_leave(now.company, now.threads, now.cpus)) {
      return;
    }
    if (!now.crowded()) {
      now.runnable_threads = P::runnable_threads();
      now.another_cpu_is_idle = is_a_cpu_idle(now.runnable_threads, at_.cpus);
    }
    if (leaves_company(now) == Known::yes) {
      move();
    }
  }

  void count_company(Situation& now, std::uint64_t now_ns) {
    placing_.count_company(*at_.team, at_.slot, *at_.self, now_ns, turns_);
    now.company = placing_.company();
    now.work_is_long = placing_.work_is_long();
    now.company_is_known = true;
    now.may_meet_strangers =
        now.crowded() && should_leave(now.company, now.threads, now.cpus) && may_meet_strangers(at_, now_ns);
  }

  // Work that the thread does meanwhile may wait too.
  void wait_found_by(FoundBy by, const Word& word, base::Episode wanted) {
    const FoundBy outer = at_.found_by;
    at_.found_by = by;
    wait_in_steps(word, wanted, by == FoundBy::word_and_value);
    at_.found_by = outer;
  }

  void wait_in_steps(const Word& word, base::Episode wanted, bool in_turn) {
    if (blocktime_ns_ == 0) {
      wait_without_blocktime(word, wanted, in_turn);
      return;
    }
    bool has_yielded = false;
    const std::uint32_t turns = turns_;
    if ((at_.crowded || expects_company_) && has_it_after_a_turn(word, wanted, has_yielded)) {
      return;
    }
    Wait<P> wait = begin(has_yielded, wanted, turns);
    wait.in_turn = in_turn;
    wait.situation.was_behind = in_turn && was_behind_;
    do {
      gather(Sources<P>{at_, yields_, placing_, cursors_, pace_}, wait);
      // The look took a line transfer or more, in which the word may have come: the CPU is not given away then.
      if (at_.done(word, wanted)) {
        break;
      }
      behind_ = behind_ || wait.is_early();
      const Step step = decide(wait.situation);
      const NotedStep<P> noted(at_.self->steps, step, wait.situation);
      execute(step, wait, word, wanted);
      if (wait.long_wait.is_due(wait.start_ns, wait.now_ns)) [[unlikely]] {
        wait.long_wait.tell(*at_.self, wait.start_ns, wait.now_ns);
      }
    } while (!at_.done(word, wanted));
    wait.long_wait.end(*at_.self);
    if (learns_blocktime(blocktime_ns_, at_.crowded)) {
      const std::uint64_t now_ns = P::now_ns();
      const std::uint64_t waited_ns = now_ns - wait.start_ns;
      budget_.waited(wanted, waited_ns - std::min(waited_ns, wait.situation.crowd_ns));
      placing_.goes_on(now_ns, turns_);
    }
  }

  // `turns`: those before this wait.
  Wait<P> begin(bool has_yielded, base::Episode wanted, std::uint32_t turns) {
    const std::uint64_t now_ns = P::now_ns();
    placing_.waits(now_ns, turns, budget_.since_last(wanted));
    judge_yields_from(now_ns);
    cursors_.teammates.forget_misses();
    Wait<P> wait{
        .start_ns = now_ns, .now_ns = now_ns, .looked_ns = now_ns, .asked_ns = now_ns, .situation = {}, .missing = {}};
    Situation& now = wait.situation;
    now.threads = at_.team->size();
    now.cpus = at_.cpus;
    now.is_primary = at_.slot == 0;
    now.in_barrier = looks_first_;
    now.full_fences = at_.fences == Fences::full;
    now.crowd_ns = crowd_ns(at_.share());
    now.blocktime_ns = counting_blocktime_ns(blocktime_ns_, budget_.next_ns() + now.crowd_ns, at_.crowded);
    now.has_yielded = has_yielded;
    now.offers_are_returned = offers_.are_returned();
    now.may_swap_cpus = P::may_swap_cpus() && placing_.work_is_worth_a_swap();
    return wait;
  }

  void execute(const Step& step, Wait<P>& wait, const Word& word, base::Episode wanted) {
    Situation& now = wait.situation;
    switch (step.action) {
      case Action::help: help_in(wait, word, wanted); return;
      case Action::poll:
        spin_slice(word, wanted, step.polls);
        now.has_polled = true;
        wait.now_ns = P::now_ns();
        if (now.look_is_due) {
          looked(wait);
        }
        return;
      case Action::yield: yield(wait, word, wanted); return;
      case Action::wake_first: at_.team->at(wait.first)->parker.wake_if_parked(); return;
      case Action::sleep_behind: sleep_behind(wait, word, wanted); return;
      case Action::hand_over: hand_over(word, wanted); break;
      case Action::park_to_be_placed:
        placing_.leaves(true);
        park_in(wait, word, wanted);
        return;
      case Action::park: park_in(wait, word, wanted); return;
      case Action::move:
        placing_.leaves(false);
        now.company_is_known = false;
        now.another_cpu_is_idle = Known::unknown;
        move();
        break;
      case Action::swap_cpus: swap_cpus(wait); break;
      case Action::ignore_other_teams:
        now.ignores_other_teams = true;
        expects_company_ = false;
        yields_.forget_futile();
        return;
      case Action::give_up_yields: yields_.give_up(wait.now_ns, at_.crowded); return;
      case Action::count_company:
        count_company(now, wait.now_ns);
        now.waits_are_short = placing_.waits_were_short();
        return;
      case Action::look_for_idle_cpu:
        placing_.looked(wait.now_ns);
        now.runnable_threads = P::runnable_threads();
        now.another_cpu_is_idle = is_a_cpu_idle(now.runnable_threads, at_.cpus);
        return;
      case Action::look_for_strangers: look_for_strangers(at_, yields_, wait.now_ns); return;
      case Action::look_at_missing: look_at_missing(wait); return;
    }
    wait.now_ns = P::now_ns();
  }

  // The usual case where threads take turns, without a look at the clock: the CPU is given away once, and the word is there.
  bool has_it_after_a_turn(const Word& word, base::Episode wanted, bool& has_yielded) {
    if (needs_clock() || at_.has_work() || !has_company()) {
      return false;
    }
    // The look took a line transfer or more, in which the word may have come.
    if (takes_turns_ || !at_.done(word, wanted)) {
      at_.self->has_woken = false;
      has_yielded = true;
      const NotedStep<P> noted(at_.self->steps, {Action::yield, Reason::takes_turns});
      P::yield();
      if (!at_.done(word, wanted)) {
        return false;
      }
      yields_.note_turn();
    }
    if (learns_blocktime(blocktime_ns_, at_.crowded)) {
      budget_.waited(wanted, 0);
    }
    return true;
  }

  // Whether so many waits have begun without a look at the clock, or something has been learned of yields, that this one looks at it.
  bool needs_clock() {
    return ++turns_ % kTurnsPerClock == 0 || yields_.need_clock() || at_.team->losses.has_news_for(yields_);
  }

  void judge_yields_from(std::uint64_t now_ns) {
    at_.team->losses.learn(yields_);
    yields_.begin_wait(now_ns, lap_ns(at_.share(), shortest_switch_ns(P::call_ns())));
  }

  // The thread sleeps, but before that tries what takes less than a sleep and a wake-up: in a crowded team one yield to a teammate that could go on here, or more in a wait for its turn, and polls where there
  // is none, if they helped in its last waits. No more than that, so that a thread that has nothing to do leaves the CPU to others.
  void wait_without_blocktime(const Word& word, base::Episode wanted, bool in_turn) {
    if (yields_before_sleep(at_.crowded, at_.cpus)) {
      std::uint32_t yields = in_turn ? kYieldsForASleep : 1;
      while (yields != 0 && yield_before_sleep(word, wanted)) {
        --yields;
      }
    }
    if (!at_.done(word, wanted) && polls_.is_worth_a_poll() && may_poll_before_sleep()) {
      spin_slice(word, wanted, kPollsForASleep);
      polls_.polled(at_.done(word, wanted));
    }
    const NotedStep<P> noted(at_.self->steps, {Action::park, Reason::blocktime_is_zero});
    park_until_done(at_, word, wanted);
  }

  // False if the thread has not yielded: the word is there, nobody here could go on (which is not asked where threads take turns), or another process would take what it gives away.
  bool yield_before_sleep(const Word& word, base::Episode wanted) {
    const bool is_timed = needs_clock();
    const std::uint64_t now_ns = is_timed ? P::now_ns() : 0;
    if (is_timed) {
      judge_yields_from(now_ns);
      if (yields_.are_doubted_at(now_ns) && at_.team->losses.may_be_asked_at(now_ns)) {
        look_for_strangers(at_, yields_, now_ns);
      }
    }
    if (yields_.avoided() || at_.has_work() || !has_company() || at_.done(word, wanted)) {
      return false;
    }
    at_.self->has_woken = false;
    const NotedStep<P> noted(at_.self->steps, {Action::yield, Reason::blocktime_is_zero});
    if (is_timed) {
      yield_judged(at_, yields_, now_ns);
      return true;
    }
    P::yield();
    if (at_.done(word, wanted)) {
      yields_.note_turn();
    }
    return true;
  }

  bool has_company() {
    if (takes_turns_) {
      return true;
    }
    const Neighbour neighbour = kept_from_running(*at_.everybody, *at_.team, at_.slot, *at_.self, cursors_);
    expects_company_ = !at_.crowded && neighbour != Neighbour::nobody;
    return neighbour == Neighbour::teammate || (!at_.crowded && neighbour == Neighbour::other_team);
  }

  // A teammate that could go on here would wait meanwhile. Where more than two threads share a CPU most sleep at each wait in any case, and polls of the last one cost
  // more than its sleep.
  bool may_poll_before_sleep() { return at_.team->size() <= 2 * std::uint64_t{at_.cpus} && !has_company(); }

  // Not with asymmetric fences, which cost more than waking everybody.
  bool hands_over() const { return at_.crowded && yields_.do_nothing() && at_.fences == Fences::full; }

  void hand_over(const Word& word, base::Episode wanted) {
    Presence<P>* mate = next_in_turn(*at_.team, at_.slot, *at_.self);
    if (mate == nullptr) {
      wake_one_on_each_cpu(*at_.team, *at_.self);
      spin_slice(word, wanted, kPollsPerSlice);
    } else {
      mate->parker.wake_if_parked();
      doze(at_, word, wanted);
    }
    yields_.try_again_after(P::now_ns());
  }

  void yield(Wait<P>& wait, const Word& word, base::Episode wanted) {
    at_.self->has_woken = false;
    wait.situation.has_yielded = true;
    const bool is_alone = wait.situation.here == Neighbour::nobody;
    if (is_alone && offers_.is_proof_due()) {
      yields_.prove_next();
    }
    const bool is_offer = wait.situation.here <= Neighbour::waits && !wait.situation.is_behind;
    const std::uint64_t before_ns = wait.now_ns;
    wait.now_ns = yield_judged(at_, yields_, before_ns);
    if (is_alone) {
      offers_.note(wait.now_ns - before_ns, shortest_switch_ns(P::call_ns()), yields_.last_gave_cpu());
      wait.situation.offers_are_returned = offers_.are_returned();
    }
    if (is_offer) {
      yields_.forget_futile();
      looked(wait);
    } else if (!at_.crowded && at_.done(word, wanted)) {
      expects_company_ = true;
    }
  }

  void look_at_missing(Wait<P>& wait) {
    wait.situation.missing = Missing::runs;
    if (wait.now_ns - wait.asked_ns < ask_interval_ns(wait.situation.threads)) {
      return;
    }
    wait.asked_ns = wait.now_ns;
    // Somebody of the team has just looked, maybe after this thread has read the clock: then an offer is enough.
    std::uint64_t looked_ns = at_.gauge->looked_ns.load_relaxed();
    if (wait.now_ns >= looked_ns + kOfferInterval_ns &&
        at_.gauge->looked_ns.compare_exchange_relaxed(looked_ns, wait.now_ns)) {
      wait.situation.missing = wait.missing.look(*at_.team, at_.slot, *at_.self, wait.now_ns);
    }
  }

  void looked(Wait<P>& wait) {
    wait.situation.missing = Missing::unknown;
    wait.looked_ns = wait.now_ns;
  }

  void move() { P::leave_cpu(at_.self->last_cpu()); }

  // The thread has nothing to do, so it can be where the other process is.
  __attribute__((noinline)) void swap_cpus(Wait<P>& wait) {
    wait.situation.has_swapped_cpus = true;
    const std::uint32_t slot = wait.missing.watched();
    const Presence<P>* mate = slot < at_.team->size() ? at_.team->at(slot) : nullptr;
    if (mate == nullptr) {
      return;
    }
    std::int32_t cpu = -1;
    typename P::SystemThread thread{};
    {
      const PresenceReader<P> reader(*at_.self);
      cpu = mate->can_go_on() ? mate->last_cpu() : -1;
      thread = mate->system_thread.load_relaxed();
    }
    if (cpu >= 0) {
      P::swap_cpus(thread, cpu, at_.self->last_cpu());
    }
  }

  // Another process takes what the team yields, and there are too many threads to spin: they sleep, and wake where the system likes.
  bool gives_way() const { return gives_way(yields_.avoided()); }
  bool gives_way(bool are_avoided) const { return at_.crowded && are_avoided && !yields_.do_nothing(); }

  void spin_slice(const Word& word, base::Episode wanted, std::uint32_t reference_polls) const {
    const std::uint32_t polls_per_look = P::relaxes(kPollsPerLook);
    std::uint32_t until_look = polls_per_look;
    for (std::uint32_t polls = P::relaxes(reference_polls); polls != 0 && !at_.done(word, wanted); --polls) {
      P::relax();
      if (--until_look == 0) {
        if (at_.has_work()) {
          return;
        }
        until_look = polls_per_look;
      }
    }
  }

  // After work the wait begins anew: it is work that the thread lacks now, and the next may come as soon as the last did. So does the watch of a teammate, which
  // may have got the CPU for which the thread had been about to sleep.
  void begin_anew(Wait<P>& wait) {
    wait.long_wait.end(*at_.self);
    wait.start_ns = wait.now_ns = P::now_ns();
    wait.missing.begin_anew();
    wait.situation.missing = Missing::unknown;
  }

  void help_in(Wait<P>& wait, const Word& word, base::Episode wanted) {
    wait.long_wait.end(*at_.self);
    wait.helped_in_vain = !at_.help(word, wanted);
    if (!wait.helped_in_vain) {
      begin_anew(wait);
    }
  }

  void park_in(Wait<P>& wait, const Word& word, base::Episode wanted) {
    wait.long_wait.end(*at_.self);
    if (!park(at_, word, wanted)) {
      begin_anew(wait);
      // The CPU was to be had meanwhile, so that no look and no offer is due.
      looked(wait);
    }
  }

  __attribute__((noinline)) void sleep_behind(Wait<P>& wait, const Word& word, base::Episode wanted) {
    at_.team->at(wait.first)->parker.wake_if_parked();
    sleep_once<P>(at_, word, wanted, nullptr);
    begin_anew(wait);
  }

  // What follows fills its last bytes: a larger waiter moves what members of a team write to other lines.
  [[no_unique_address]] Standing<P> at_;
  bool takes_turns_ = false;
  // The last wait ended when another thread, maybe of another team (nested, or of another root), got this CPU: the next begins with that.
  bool expects_company_ = false;
  bool looks_first_ = false;
  // In this wait for its turn the thread had the CPU after a yield while another went on first; and in the one before.
  bool behind_ = false;
  bool was_behind_ = false;
  // It says whether polls before a sleep were worth while, in waits without a blocktime.
  PollRecord polls_;
  std::uint8_t wakings_ = 0;
  Offers offers_;
  // Waits that began with a yield, or with the wish to.
  std::uint32_t turns_ = 0;
  std::uint64_t blocktime_ns_ = 0;
  [[no_unique_address]] SpinBudget budget_;
  // The size of team that `crowded` and takes_turns_ are for; 0 where the CPUs have changed since. It lies beside blocktime_ns_, which a region sets too.
  std::uint32_t decided_for_ = 0;
  Yields yields_;
  Placing<P> placing_;
  LookCursors cursors_;
  LookPace pace_;
};

}  // namespace muster::waiting
