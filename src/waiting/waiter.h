// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiter: decides how a thread of a team waits. It is the `idle` object of Platform::await_reached, so it is entered only
// after the eager polls have failed.
//
// In turn, until the word is there or the team is cancelled:
//   0. help: there is something to do for a waiting thread (tasks), so it does that.
//   1. make room: a thread of the process that could go on last ran on this CPU, so the CPU is given away at once (yield). When a
//      few yields in a row give nothing away, either yielding is useless here (a kernel on which it does nothing, a seccomp
//      filter) or that thread sleeps in the system. If it is a teammate, which this thread may be waiting for, this thread
//      parks; strangers are ignored for the rest of the wait.
//      Where the team has a CPU for each thread, the thread parks at once instead, now and then: waking up is when the system
//      looks for an idle CPU, while two threads that take turns on one can stay together for long.
//      When a yield costs a whole time slice, the CPU went to another process. Yielding then is giving slices to strangers,
//      so for a while the thread parks instead: a sleeper that wakes is let in ahead of who runs.
//   2. spin: whoever this thread waits for runs elsewhere, so parking would idle this CPU.
//   3. park: after the blocktime. A blocktime of 0 parks at once (PASSIVE), kForever never parks in step 3 (ACTIVE), and
//      kAdaptive leaves it to SpinBudget.
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "waiting/gauge.h"
#include "waiting/helper.h"
#include "waiting/parker.h"
#include "waiting/presence.h"
#include "waiting/spin_budget.h"
#include "waiting/wake_up.h"

namespace muster::waiting {

inline constexpr std::uint64_t kForever = ~std::uint64_t{0};
inline constexpr std::uint64_t kAdaptive = kForever - 1;

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

  // How long to spin before parking, in nanoseconds, or kForever or kAdaptive.
  void set_blocktime(std::uint64_t blocktime_ns) { blocktime_ns_ = blocktime_ns; }

  // What to do while waiting; null, the default: nothing. Kept by reference.
  void set_helper(const Helper* helper) { helper_ = helper; }

  // While *cancelled is not 0, every wait ends at once, whether the word is there or not: the caller looks at the flag. Who
  // sets it calls signalled_all(). Null, the default: nobody cancels. Kept by reference.
  void set_cancellation(const Flag* cancelled) { cancelled_ = cancelled; }

  // After a store-release that lets `slot` go on.
  void signalled(std::uint32_t slot) const {
    P::light_fence();
    team_->at(slot)->parker.wake_if_parked();
  }

  // After a store-release that may let any teammate go on.
  void signalled_all() const {
    P::light_fence();
    const std::uint32_t sleepers = gauge_->sleepers.load_relaxed();
    if (sleepers != 0) [[unlikely]] {
      wake_team(*team_, team_->threads.load_relaxed(), slot_, sleepers);
    }
  }

  __attribute__((noinline)) void wait_for(const Word& word, base::Episode wanted) {
    publish(word, wanted);
    wait_in_turn(word, wanted);
    leave();
  }

  // The same with another helper. May be entered again from inside help().
  void wait_for(const Word& word, base::Episode wanted, const Helper& helper) {
    const Helper* own = helper_;
    helper_ = &helper;
    wait_for(word, wanted);
    helper_ = own;
  }

  // Gives the CPU up at once, whatever the blocktime.
  void block_for(const Word& word, base::Episode wanted) {
    publish(word, wanted);
    park_until_done(word, wanted);
    leave();
  }

 private:
  // A slice is long enough to make the scan and the clock reading between slices cheap (a PAUSE takes 3 to 40 ns,
  // a scan 10 to 60 ns) and short enough to notice a teammate that migrates here within a microsecond or so.
  static constexpr std::uint32_t kPollsPerSlice = 64;
  // A look for work reads lines that others write; a poll mostly does not.
  static constexpr std::uint32_t kPollsPerLook = 16;
  // Consecutive yields that gave nothing away before yielding is given up for this wait.
  static constexpr std::uint32_t kFutileYieldLimit = 4;
  // A switch to another thread and back takes at least 1.3 us on the reference machine, a yield that finds nobody 0.4 us.
  static constexpr std::uint64_t kShortestSwitch_ns = 600;
  // Linux lets a thread run for 0.75 ms at least before another of the same weight takes its place
  // (sched_min_granularity_ns, before scaling by the number of CPUs): a yield that takes longer went to somebody who works.
  static constexpr std::uint64_t kForeignSlice_ns = 700'000;
  // For how long yielding is then avoided: some slices, so that trying it again costs a few percent.
  static constexpr std::uint64_t kAvoidYielding_ns = 50'000'000;
  // At most this often a thread parks to be placed anew: a wake-up costs up to 45 us, so that is a twentieth of the time where
  // it does not help because other processes have the other CPUs.
  static constexpr std::uint64_t kSpreadInterval_ns = 1'000'000;

  enum class Next : std::uint8_t { go_on, park };

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
    const std::uint64_t start_ns = P::now_ns();
    const std::uint64_t budget_ns = blocktime_ns_ == kAdaptive ? budget_.next_ns() : blocktime_ns_;
    WaitState state;
    for (;;) {
      help(word, wanted);
      if (done(word, wanted)) {
        break;
      }
      if (wait_a_little(state, word, wanted) == Next::park ||
          (budget_ns != kForever && P::now_ns() - start_ns >= budget_ns)) {
        park_until_done(word, wanted);
        break;
      }
    }
    if (blocktime_ns_ == kAdaptive) {
      budget_.waited(P::now_ns() - start_ns);
    }
  }

  struct WaitState {
    std::uint32_t futile_yields = 0;
    bool ignores_strangers = false;
    bool reported = false;
  };

  Next wait_a_little(WaitState& state, const Word& word, base::Episode wanted) {
    const Neighbour neighbour = kept_from_running(*everybody_, *team_, *self_);
    if (neighbour == Neighbour::nobody || (neighbour == Neighbour::stranger && state.ignores_strangers)) {
      spin_slice(word, wanted);
      return Next::go_on;
    }
    if (neighbour == Neighbour::teammate) {
      report_disturbance(state);
      if (should_spread() || P::now_ns() < avoid_yielding_until_ns_) {
        return Next::park;
      }
    }
    return make_room(state, neighbour);
  }

  Next make_room(WaitState& state, Neighbour neighbour) {
    const std::uint64_t before_ns = P::now_ns();
    P::yield();
    const std::uint64_t after_ns = P::now_ns();
    if (after_ns - before_ns >= kForeignSlice_ns) {
      avoid_yielding_until_ns_ = after_ns + kAvoidYielding_ns;
    }
    state.futile_yields = after_ns - before_ns < kShortestSwitch_ns ? state.futile_yields + 1 : 0;
    if (state.futile_yields < kFutileYieldLimit) {
      return Next::go_on;
    }
    if (neighbour == Neighbour::teammate) {
      return Next::park;
    }
    state.ignores_strangers = true;
    state.futile_yields = 0;
    return Next::go_on;
  }

  bool fits() const { return team_->size() <= cpus_; }

  void report_disturbance(WaitState& state) {
    if (!state.reported && fits()) {
      gauge_->disturbances.fetch_add_relaxed(1);
    }
    state.reported = true;
  }

  bool should_spread() {
    if (!fits() || blocktime_ns_ == kForever) {
      return false;
    }
    const std::uint64_t now_ns = P::now_ns();
    if (now_ns - last_spread_ns_ < kSpreadInterval_ns) {
      return false;
    }
    last_spread_ns_ = now_ns;
    return true;
  }

  void spin_slice(const Word& word, base::Episode wanted) const {
    for (std::uint32_t poll = 0; poll < kPollsPerSlice && !done(word, wanted); ++poll) {
      P::relax();
      if (poll % kPollsPerLook == kPollsPerLook - 1 && has_work()) {
        return;
      }
    }
  }

  bool has_work() const { return helper_ != nullptr && helper_->has_work(helper_->context); }

  // Whoever works does not wait: others who look at this thread shall know. The work may wait too, and say for what.
  void help(const Word& word, base::Episode wanted) {
    while (has_work() && !done(word, wanted)) {
      self_->awaited.store_relaxed(nullptr);
      const bool ran = helper_->help(helper_->context);
      publish(word, wanted);
      if (!ran) {
        return;
      }
    }
  }

  void park_until_done(const Word& word, base::Episode wanted) {
    for (;;) {
      help(word, wanted);
      if (done(word, wanted)) {
        return;
      }
      gauge_->sleepers.fetch_add_relaxed(1);
      tell(helper_ != nullptr ? helper_->falls_asleep : nullptr);
      const Errand errand = self_->parker.park_for_errand_unless([&] { return done(word, wanted) || has_work(); });
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
  std::uint64_t last_spread_ns_ = 0;
  std::uint64_t avoid_yielding_until_ns_ = 0;
  std::uint32_t cpus_ = 0;
  std::uint32_t slot_ = 0;
  SpinBudget budget_;
};

}  // namespace muster::waiting
