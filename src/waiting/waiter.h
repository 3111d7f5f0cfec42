// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiter: decides how a thread of a team waits. It is the `idle` object of Platform::await_reached: entered when eager polls have failed.
// In turn, until the word is there or the team is cancelled:
//   0. help: there is something to do for a waiting thread (tasks), so it does that.
//   1. make room: a thread of the process that could go on last ran on this CPU, so the CPU is given away (yield), or the thread
//      parks where yields do nothing or help other processes only (yields.h). A worker in too much company moves (placing.h).
//   2. spin: whoever this thread waits for runs elsewhere, so parking would idle this CPU.
//   3. park: after the blocktime. A blocktime of 0 parks at once (PASSIVE), kForever never parks in step 3 (ACTIVE), and
//      kAdaptive leaves it to SpinBudget. README.md has all situations with what they cost.
// The time before step 3 begins anew after each step 0 in which there was something to do.
// R7: the steps share the state of a wait; what they decide by stands in headers of its own
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "waiting/gauge.h"
#include "waiting/hand_over.h"
#include "waiting/helper.h"
#include "waiting/intervals.h"
#include "waiting/parker.h"
#include "waiting/placing.h"
#include "waiting/presence.h"
#include "waiting/spin_budget.h"
#include "waiting/wake_up.h"
#include "waiting/yields.h"

namespace muster::waiting {

template <platform::Platform P>
class Waiter {
 public:
  using Word = typename Presence<P>::Word;
  using Flag = typename P::template Atomic<std::uint32_t>;

  // Everything is kept by reference: the caller owns it for as long as the waiter is in use. `slot` is the thread's in `team`.
  void attach(Presence<P>& self, const Roster<P>& everybody, const Roster<P>& team, Gauge<P>& gauge,
              std::uint32_t slot) {
    self_ = &self;
    everybody_ = &everybody;
    team_ = &team;
    gauge_ = &gauge;
    slot_ = slot;
  }

  // How many CPUs the process may use; 0, the default, is taken for too few.
  void set_cpus(std::uint32_t cpus) { cpus_ = cpus; }

  // At the beginning of a region: the size of the team decides how it waits.
  void set_team_size(std::uint32_t threads) {
    crowded_ = threads > cpus_;
    takes_turns_ = !looks_first_ && threads >= 2 * std::uint64_t{cpus_} && cpus_ != 0;
  }

  // Not to yield before it is known for whom. In a barrier the last on each CPU would otherwise switch once for nothing, which
  // is one switch in threads - CPUs + 1; who waits for a region has no such part, and saves the look. Before set_team_size().
  void look_first() { looks_first_ = true; }

  // Which handshake this thread's sleeping and waking go by; the same for all whose signals it waits for, and who waits for its.
  void set_fences(Fences fences) { fences_ = fences; }

  // How long to spin before parking, in nanoseconds, or kForever or kAdaptive.
  void set_blocktime(std::uint64_t blocktime_ns) { blocktime_ns_ = blocktime_ns; }

  // Before the first look at who might need the CPU. Where threads take turns the word is hardly ever there.
  std::uint32_t eager_polls() const { return crowded_ || expects_company_ ? 0 : platform::kEagerPolls; }

  // What to do while waiting; null, the default: nothing. Kept by reference.
  void set_helper(const Helper* helper) { helper_ = helper; }

  // While *cancelled is not 0, every wait ends at once, whether the word is there or not: the caller looks at the flag. Who
  // sets it calls signalled_all(). Null, the default: nobody cancels. Kept by reference.
  void set_cancellation(const Flag* cancelled) { cancelled_ = cancelled; }

  // After a store-release that lets `slot` go on.
  void signalled(std::uint32_t slot) {
    fence_before_waking<P>(fences_);
    if (team_->at(slot)->parker.wake_if_parked()) [[unlikely]] {
      note_waking();
    }
  }

  // After a store-release that may let any teammate go on.
  void signalled_all() {
    fence_before_waking<P>(fences_);
    const std::uint32_t sleepers = gauge_->sleepers.load_relaxed();
    if (sleepers != 0) [[unlikely]] {
      wake_sleepers(sleepers);
    }
  }

  __attribute__((noinline)) void wait_for(const Word& word, base::Episode wanted) {
    publish(word, wanted);
    wait_in_turn(word, wanted);
    leave();
  }

  // The same with another helper, and to the end even if the team is cancelled. May be entered again from inside help().
  void wait_for(const Word& word, base::Episode wanted, const Helper& helper) {
    const Helper* own = helper_;
    const Flag* cancelled = cancelled_;
    helper_ = &helper;
    cancelled_ = nullptr;
    wait_for(word, wanted);
    helper_ = own;
    cancelled_ = cancelled;
  }

  // Gives the CPU up at once, whatever the blocktime.
  void block_for(const Word& word, base::Episode wanted) {
    publish(word, wanted);
    park_until_done(word, wanted);
    leave();
  }

 private:
  __attribute__((noinline)) void wake_sleepers(std::uint32_t sleepers) {
    if (hands_over()) {
      wake_to_take_turns(*team_, slot_, *self_);
    } else {
      wake_team(*team_, team_->threads.load_relaxed(), slot_, sleepers);
      note_waking();
    }
  }

  // Two threads that hand a CPU to each other by sleeping and waking never look around otherwise. One waking says little.
  void note_waking() {
    self_->has_woken = true;
    if (++wakings_ >= kWakingsPerLook) [[unlikely]] {
      wakings_ = 0;
      if (slot_ != 0 && blocktime_ns_ != 0 && !gives_way()) {
        placing_.look_around(*team_, slot_, *self_, cpus_, P::now_ns());
      }
    }
  }

  enum class Next : std::uint8_t { go_on, park };

  struct WaitState {
    std::uint64_t now_ns;
    std::uint64_t offered_ns = 0;
    bool ignores_strangers = false;
    bool reported = false;
  };

  void publish(const Word& word, base::Episode wanted) {
    self_->wanted.store_relaxed(wanted);
    // W: release, pairs with W in waiting/presence.h
    self_->awaited.store_release(&word);
  }

  void tell(void (*what)(void* context)) {
    if (what != nullptr) {
      what(helper_->context);
    }
  }

  void leave() {
    self_->awaited.store_relaxed(nullptr);
    tell(helper_ != nullptr ? helper_->leaves : nullptr);
  }

  bool done(const Word& word, base::Episode wanted) const {
    return P::has_reached(word, wanted) || (cancelled_ != nullptr && cancelled_->load_relaxed() != 0);
  }

  void wait_in_turn(const Word& word, base::Episode wanted) {
    if (blocktime_ns_ == 0) {
      park_until_done(word, wanted);
      return;
    }
    bool has_yielded = false;
    if ((crowded_ || expects_company_) && has_it_after_a_turn(word, wanted, has_yielded)) {
      return;
    }
    WaitState state{.now_ns = P::now_ns()};
    std::uint64_t start_ns = state.now_ns;
    state.offered_ns = start_ns;
    team_->losses.learn(yields_);
    yields_.begin_wait(start_ns);
    if (slot_ != 0 && !gives_way()) {
      // Whether this is the CPU to be on. Who has its word after the first yield would not come to it otherwise.
      placing_.look_around(*team_, slot_, *self_, cpus_, start_ns);
    }
    // Once is enough: two that give the CPU to each other until one has its word are switching when it comes.
    if (!has_yielded && (takes_turns_ || self_->has_woken) && !yields_.avoided() && !has_work()) {
      self_->has_woken = false;
      yield(state);
      if (done(word, wanted)) {
        return;
      }
    }
    const std::uint64_t budget_ns = blocktime_ns_ == kAdaptive ? budget_.next_ns() : blocktime_ns_;
    for (;;) {
      // Who has worked waits anew: it is work that it lacks now, and the next may come as soon as the last did.
      if (help(word, wanted)) {
        start_ns = state.now_ns = P::now_ns();
      }
      if (done(word, wanted)) {
        break;
      }
      if (wait_a_little(state, word, wanted) == Next::park ||
          (budget_ns != kForever && state.now_ns - start_ns >= budget_ns)) {
        if (park(word, wanted)) {
          break;
        }
        start_ns = state.now_ns = P::now_ns();
      }
    }
    if (blocktime_ns_ == kAdaptive) {
      budget_.waited(wanted, P::now_ns() - start_ns);
    }
  }

  // The usual case where threads take turns, without a look at the clock: the CPU is given away once, and the word is there.
  bool has_it_after_a_turn(const Word& word, base::Episode wanted, bool& has_yielded) {
    if (++turns_ % kTurnsPerClock == 0 || yields_.avoided() || team_->losses.has_news_for(yields_) || has_work() ||
        !has_company()) {
      return false;
    }
    self_->has_woken = false;
    has_yielded = true;
    P::yield();
    if (!done(word, wanted)) {
      return false;
    }
    yields_.note_turn();
    if (blocktime_ns_ == kAdaptive) {
      budget_.waited(wanted, 0);
    }
    return true;
  }

  bool has_company() {
    if (takes_turns_) {
      return true;
    }
    const Neighbour neighbour = kept_from_running(*everybody_, *team_, slot_, *self_);
    expects_company_ = !crowded_ && neighbour != Neighbour::nobody;
    return neighbour == Neighbour::teammate || (!crowded_ && neighbour == Neighbour::stranger);
  }

  // Not with asymmetric fences, which cost more than waking everybody.
  bool hands_over() const { return crowded_ && yields_.do_nothing() && fences_ == Fences::full; }

  // Somebody who dozes is not woken by who sleeps for good.
  void wake_next_in_turn() {
    if (Presence<P>* mate = next_in_turn(*team_, slot_, *self_); mate != nullptr) {
      mate->parker.wake_if_parked();
    } else {
      wake_one_on_each_cpu(*team_, *self_);
    }
  }

  void hand_over(WaitState& state, const Word& word, base::Episode wanted) {
    Presence<P>* mate = next_in_turn(*team_, slot_, *self_);
    if (mate == nullptr) {
      wake_one_on_each_cpu(*team_, *self_);
      spin_slice(word, wanted, kPollsPerSlice);
    } else {
      mate->parker.wake_if_parked();
      gauge_->sleepers.fetch_add_relaxed(1);
      self_->parker.doze_unless([&] { return done(word, wanted) || has_work(); }, kLongestDoze_ns);
      gauge_->sleepers.fetch_add_relaxed(~std::uint32_t{0});
    }
    state.now_ns = P::now_ns();
    yields_.try_again_after(state.now_ns);
  }

  Next wait_a_little(WaitState& state, const Word& word, base::Episode wanted) {
    if (hands_over()) {
      hand_over(state, word, wanted);
      return Next::go_on;
    }
    const Neighbour neighbour = kept_from_running(*everybody_, *team_, slot_, *self_);
    if (neighbour <= Neighbour::waits || (neighbour == Neighbour::stranger && state.ignores_strangers)) {
      spin_slice(word, wanted, neighbour == Neighbour::waits && !crowded_ ? kPollsBesideOthers : kPollsPerSlice);
      state.now_ns = P::now_ns();
      if (gives_way()) {
        return Next::park;
      }
      if (state.now_ns - state.offered_ns >= kOfferInterval_ns) {
        offer(state);
      }
      return Next::go_on;
    }
    if (neighbour == Neighbour::teammate) {
      report_disturbance(state);
      if ((blocktime_ns_ != kForever && placing_.spreads(*team_, slot_, *self_, cpus_, state.now_ns)) ||
          yields_.avoided_at(state.now_ns)) {
        return Next::park;
      }
    }
    yield(state);
    if (done(word, wanted)) {
      expects_company_ = !crowded_;
      return Next::go_on;
    }
    if (!yields_.are_futile()) {
      return Next::go_on;
    }
    if (neighbour == Neighbour::teammate) {
      yields_.give_up_until(state.now_ns + (fits() ? kAvoidFutileYieldsWhereAllFit_ns : kAvoidFutileYields_ns));
      return hands_over() ? Next::go_on : Next::park;
    }
    state.ignores_strangers = true;
    expects_company_ = false;
    yields_.forget_futile();
    return Next::go_on;
  }

  // To somebody who waits for this CPU unseen.
  void offer(WaitState& state) {
    if (!yields_.avoided_at(state.now_ns)) {
      yield(state);
      yields_.forget_futile();
    }
    state.offered_ns = state.now_ns;
  }

  // Looks at the clock even when the word is there: it is, after a slice that went to another process.
  void yield(WaitState& state) {
    P::yield();
    const std::uint64_t after_ns = P::now_ns();
    if (yields_.note(state.now_ns, after_ns) && crowded_) {
      team_->losses.tell(yields_);
    }
    state.now_ns = after_ns;
  }

  // Another process takes what the team yields, and there are too many threads to spin: they sleep, and wake where the system likes.
  bool gives_way() const { return crowded_ && blocktime_ns_ != kForever && yields_.avoided() && !yields_.do_nothing(); }

  bool fits() const { return team_->size() <= cpus_; }

  void report_disturbance(WaitState& state) {
    if (!state.reported && fits()) {
      gauge_->disturbances.fetch_add_relaxed(1);
    }
    state.reported = true;
  }

  void spin_slice(const Word& word, base::Episode wanted, std::uint32_t polls) const {
    for (std::uint32_t poll = 0; poll < polls && !done(word, wanted); ++poll) {
      P::relax();
      if (poll % kPollsPerLook == kPollsPerLook - 1 && has_work()) {
        return;
      }
    }
  }

  bool has_work() const { return helper_ != nullptr && helper_->has_work(helper_->context); }

  // Whoever works does not wait: others who look at this thread shall know. The work may wait too, and say for what.
  // True if there was any.
  bool help(const Word& word, base::Episode wanted) {
    bool helped = false;
    while (has_work() && !done(word, wanted)) {
      self_->awaited.store_relaxed(nullptr);
      const bool ran = helper_->help(helper_->context);
      publish(word, wanted);
      if (!ran) {
        break;
      }
      helped = true;
    }
    return helped;
  }

  void park_until_done(const Word& word, base::Episode wanted) {
    while (!park(word, wanted)) {
    }
  }

  // Sleeps until the word is there, and returns true, or until there has been work.
  bool park(const Word& word, base::Episode wanted) {
    for (;;) {
      const bool helped = help(word, wanted);
      if (done(word, wanted)) {
        return true;
      }
      if (helped) {
        return false;
      }
      gauge_->sleepers.fetch_add_relaxed(1);
      if (crowded_) {
        wake_next_in_turn();
      }
      tell(helper_ != nullptr ? helper_->falls_asleep : nullptr);
      const Errand errand =
          self_->parker.park_for_errand_unless([&] { return done(word, wanted) || has_work(); }, fences_);
      tell(helper_ != nullptr ? helper_->wakes_up : nullptr);
      gauge_->sleepers.fetch_add_relaxed(~std::uint32_t{0});
      run_errand(*team_, errand);
    }
  }

  Presence<P>* self_ = nullptr;
  const Roster<P>* everybody_ = nullptr;
  const Roster<P>* team_ = nullptr;
  Gauge<P>* gauge_ = nullptr;
  const Helper* helper_ = nullptr;
  const Flag* cancelled_ = nullptr;
  std::uint64_t blocktime_ns_ = 0;
  std::uint32_t wakings_ = 0;
  std::uint32_t turns_ = 0;
  std::uint32_t cpus_ = 0;
  std::uint32_t slot_ = 0;
  bool crowded_ = false;
  bool takes_turns_ = false;
  // The last wait ended when another thread, maybe of another team (nested, or of another root), got this CPU: the next begins with that.
  bool expects_company_ = false;
  bool looks_first_ = false;
  Fences fences_ = Fences::asymmetric;
  SpinBudget budget_;
  Yields yields_;
  Placing<P> placing_;
};

}  // namespace muster::waiting
