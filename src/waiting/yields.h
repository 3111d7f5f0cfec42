// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Yields: what a thread has found out about yielding: whether it gives the CPU to anybody, and whether to another process. Losses: what
// the threads of a team tell one another of the latter.
//
// A yield that another process takes costs a time slice, 3 to 4 ms, in which a team gets nothing done, and such a process takes all that it
// is given. A sleeper that wakes is let in ahead of it, so threads sleep for a while instead. A slice that went to a teammate is no loss
// (slices.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "platform/platform.h"
#include "waiting/intervals.h"
#include "waiting/known.h"

namespace muster::waiting {

class Yields {
 public:
  // A wait begins that looks at the clock. Where those since the last one that did may have lost a slice, all do for a while. `lap_ns` as of lap_ns().
  void begin_wait(std::uint64_t now_ns, std::uint64_t lap_ns = 0) {
    futile_ = 0;
    until_proof_ = proofs_apart_ = kYieldsPerProof;
    avoided_ = avoided_at(now_ns);
    if (now_ns - began_ns_ >= kForeignSlice_ns + kTurnsPerClock * lap_ns) {
      timed_until_ns_ = now_ns + kAudit_ns;
    }
    began_ns_ = now_ns;
    need_clock_ = avoided_ || now_ns < std::max(timed_until_ns_, audited_until_ns_);
  }

  // Whether the next wait is not to be passed by a yield without a look at the clock.
  bool need_clock() const { return need_clock_; }

  // When the wait began, or since.
  bool avoided() const { return avoided_; }
  bool avoided_at(std::uint64_t now_ns) const { return now_ns < avoided_until_ns_; }
  // A few in a row gave the CPU to nobody.
  bool are_futile() const { return futile_ >= kFutileYieldLimit; }
  // Many in a row have not brought the word. One that does nothing may take as long as a switch, where system calls are slow.
  bool is_proof_due() const { return until_proof_ == 0; }
  // The next is to be proved, whatever the last ones were.
  void prove_next() { until_proof_ = 0; }
  // Whether the last one gave the CPU away, where that was asked for.
  Known last_gave_cpu() const { return last_gave_cpu_; }
  // They were, and nothing has shown since that they no longer are.
  bool do_nothing() const { return do_nothing_; }

  // One that was not timed, and brought what the thread waited for.
  void note_turn() { ++turns_; }

  // Whether it is to be found out which thread gets what the next yield gives away: one took a slice lately, and if it takes another, the turns since then have not
  // saved as much already. `share`: threads of the team to a CPU.
  bool are_audited_at(std::uint64_t now_ns, std::uint32_t share) const {
    return now_ns < audited_until_ns_ && turns_ * share < kUsualSlice_ns / kSleepForYield_ns;
  }

  // What is known of a yield.
  static constexpr std::uint64_t kNotAudited = kForever;
  struct Made {
    std::uint64_t began_ns = 0;
    std::uint64_t ended_ns = 0;
    // For so long teammates ran on this CPU meanwhile; kNotAudited if that is not known.
    std::uint64_t teammates_ran_ns = kNotAudited;
    // Whether threads of others could run after it.
    Known strangers_run = Known::unknown;
    // Threads of the team to a CPU.
    std::uint32_t share = 1;
    // One that took less gave the CPU to nobody.
    std::uint64_t shortest_switch_ns = waiting::shortest_switch_ns(platform::Pace::kReferenceCall_ns);
    // By the system's count of the thread's switches, where that was asked for (is_proof_due()).
    Known gave_cpu = Known::unknown;

    constexpr bool took_a_slice() const { return ended_ns - began_ns >= least_slice_ns(); }
    // Less may have gone to teammates that had nothing to do, one after another.
    constexpr std::uint64_t least_slice_ns() const {
      return kForeignSlice_ns + kLapsAtMost * lap_ns(share, shortest_switch_ns);
    }
  };

  // What followed from it.
  enum class Found : std::uint8_t {
    nothing,
    slice,  // was taken by a teammate or by another process
    loss,  // another process had the CPU, and sleeping would have cost less than this and the last yields: they are avoided for a while
  };
  Found note(const Made& made) {
    const std::uint64_t took_ns = made.ended_ns - made.began_ns;
    note_proof(made.gave_cpu);
    last_gave_cpu_ = made.gave_cpu;
    const bool found_nobody =
        made.gave_cpu == Known::unknown ? took_ns < made.shortest_switch_ns : made.gave_cpu == Known::no;
    futile_ = found_nobody ? futile_ + 1 : 0;
    given_up_for_ns_ = found_nobody ? given_up_for_ns_ : 0;
    if (!made.took_a_slice() || made.strangers_run == Known::no) {
      note_turn();
      return Found::nothing;
    }
    audit_until(made.ended_ns + kAudit_ns);
    const bool went_to_stranger =
        made.teammates_ran_ns == kNotAudited ? made.strangers_run == Known::yes : misses_a_slice(made);
    if (!went_to_stranger) {
      // Where nobody looked, somebody is to look at the next.
      turns_ = made.teammates_ran_ns == kNotAudited ? 0 : turns_ + 1;
      return Found::slice;
    }
    // The turns of this thread, this one too, stand for those of each other on its CPU, all of which would sleep.
    if ((std::exchange(turns_, 0) + 1) * made.share >= took_ns / kSleepForYield_ns) {
      return Found::nothing;
    }
    // Soon after a doubt it was wrong: the process is still there.
    doubt_ns_ = made.ended_ns < contradicted_until_ns_ ? std::min(2 * doubt_ns_, kLongestForeign_ns) : kDoubt_ns;
    avoid_since(made.ended_ns);
    return Found::loss;
  }

  // Whether a slice went to nobody of the team.
  static constexpr bool misses_a_slice(const Made& made) {
    const std::uint64_t took_ns = made.ended_ns - made.began_ns;
    return took_ns - std::min(made.teammates_ran_ns, took_ns) >= made.least_slice_ns();
  }

  // Whether it is to be asked if the process that took slices has gone.
  bool are_doubted_at(std::uint64_t now_ns) const {
    return avoided_at(now_ns) && now_ns >= asked_ns_ + kAskInterval_ns;
  }
  // It was asked, and the process is there, or that is not known.
  void keep_avoiding(std::uint64_t now_ns) { asked_ns_ = now_ns; }
  // It has gone, or a slice is risked to find out. If it is soon contradicted, that is risked later the next time.
  void trust_again(std::uint64_t now_ns) {
    avoided_until_ns_ = now_ns;
    avoided_ = false;
    contradicted_until_ns_ = now_ns + 2 * doubt_ns_;
    audit_until(now_ns + kAudit_ns);
  }

  // A few in a row gave the CPU to nobody. That may have been a teammate's way to its CPU, which takes a wake-up, so they are given up for longer and longer, until
  // one gives the CPU away.
  void give_up(std::uint64_t now_ns, bool crowded) {
    const std::uint64_t longest_ns = crowded ? kAvoidFutileYields_ns : kAvoidFutileYieldsAtFirst_ns;
    const std::uint64_t longer_ns = std::uint64_t{4} * given_up_for_ns_;
    given_up_for_ns_ = static_cast<std::uint32_t>(std::clamp(longer_ns, kAvoidFutileYieldsAtFirst_ns, longest_ns));
    avoid_until(now_ns + given_up_for_ns_);
    do_nothing_ = true;
  }
  void try_again_after(std::uint64_t now_ns) { do_nothing_ = avoided_at(now_ns); }
  void forget_futile() {
    futile_ = 0;
    until_proof_ = proofs_apart_;
  }

 private:
  template <platform::Platform P>
  friend class Losses;

  // One that gave the CPU to nobody may have been late, as the other thread had just gone: the next is proved as well. Where the system does not count, asking again
  // soon would tell no more.
  void note_proof(Known gave_cpu) {
    if (!is_proof_due()) {
      --until_proof_;
    } else if (gave_cpu != Known::no) {
      proofs_apart_ = std::min(4 * proofs_apart_, kMostYieldsPerProof);
      until_proof_ = proofs_apart_;
    }
  }

  void avoid_until(std::uint64_t time_ns) {
    avoided_until_ns_ = time_ns;
    avoided_ = need_clock_ = true;
  }
  void avoid_since(std::uint64_t time_ns) {
    avoid_until(time_ns + kLongestForeign_ns);
    lost_ns_ = asked_ns_ = time_ns;
  }
  void audit_until(std::uint64_t time_ns) {
    audited_until_ns_ = std::max(audited_until_ns_, time_ns);
    need_clock_ = true;
  }

  std::uint64_t began_ns_ = 0;
  std::uint64_t timed_until_ns_ = 0;
  std::uint64_t avoided_until_ns_ = 0;
  std::uint64_t turns_ = 0;
  std::uint64_t lost_ns_ = 0;
  std::uint64_t asked_ns_ = 0;
  std::uint64_t doubt_ns_ = kDoubt_ns;
  std::uint64_t contradicted_until_ns_ = 0;
  std::uint32_t futile_ = 0;
  // In this wait: yields until the next proof, and between the last two.
  std::uint32_t until_proof_ = kYieldsPerProof;
  std::uint32_t proofs_apart_ = kYieldsPerProof;
  // For how long they were given up the last time, if none has given the CPU away since then; kAvoidFutileYields_ns at most.
  std::uint32_t given_up_for_ns_ = 0;
  std::uint64_t audited_until_ns_ = 0;
  bool avoided_ = false;
  bool need_clock_ = false;
  bool do_nothing_ = false;
  Known last_gave_cpu_ = Known::unknown;
  std::uint32_t losses_known_ = 0;
};

// What the threads of a team tell each other of slices that have gone to other processes, so that not each of them has to lose some to find
// out. A hint: its words are not read as one.
template <platform::Platform P>
class Losses {
 public:
  bool has_news_for(const Yields& yields) const { return count_.load_relaxed() != yields.losses_known_; }

  void learn(Yields& yields) const {
    const std::uint32_t count = count_.load_relaxed();
    if (count == yields.losses_known_) [[likely]] {
      return;
    }
    yields.losses_known_ = count;
    const std::uint64_t lost_ns = lost_ns_.load_relaxed();
    const std::uint64_t gone_ns = gone_ns_.load_relaxed();
    if (lost_ns > std::max(gone_ns, yields.lost_ns_)) {
      yields.avoid_since(lost_ns);
      yields.doubt_ns_ = std::max(yields.doubt_ns_, doubt_ns_.load_relaxed());
    } else if (gone_ns > yields.lost_ns_ && yields.avoided_at(gone_ns) && !yields.do_nothing()) {
      yields.trust_again(gone_ns);
    }
    yields.audit_until(slice_ns_.load_relaxed() + kAudit_ns);
  }

  // A yield that ended then took a slice, and it is not known whose that was: all are to find out.
  void tell_slice(Yields& yields, std::uint64_t ended_ns) {
    slice_ns_.store_relaxed(ended_ns);
    tell(yields);
  }

  // After a note() that was true, of a yield that ended then.
  void tell_lost(Yields& yields, std::uint64_t ended_ns) {
    lost_ns_.store_relaxed(ended_ns);
    doubt_ns_.store_relaxed(yields.doubt_ns_);
    tell(yields);
  }

  // After trust_again().
  void tell_gone(Yields& yields, std::uint64_t now_ns) {
    gone_ns_.store_relaxed(now_ns);
    tell(yields);
  }

  // Whether nobody of the team has asked lately whether the process has gone. One that asks does so for all.
  bool may_be_asked_at(std::uint64_t now_ns) const { return now_ns >= asked_ns_.load_relaxed() + kAskInterval_ns; }

  // It was asked, with that answer. True if yields are to be trusted again.
  bool asked(const Yields& yields, std::uint64_t now_ns, Known is_there) {
    asked_ns_.store_relaxed(now_ns);
    if (is_there == Known::yes) {
      sure_ns_.store_relaxed(now_ns);
    }
    return is_there == Known::no || (is_there == Known::unknown &&
                                     now_ns >= std::max(yields.lost_ns_, sure_ns_.load_relaxed()) + yields.doubt_ns_);
  }

 private:
  void tell(Yields& yields) { yields.losses_known_ = count_.fetch_add_relaxed(1) + 1; }

  typename P::template Atomic<std::uint32_t> count_{0};
  typename P::template Atomic<std::uint64_t> slice_ns_{0};
  typename P::template Atomic<std::uint64_t> lost_ns_{0};
  typename P::template Atomic<std::uint64_t> doubt_ns_{kDoubt_ns};
  typename P::template Atomic<std::uint64_t> gone_ns_{0};
  typename P::template Atomic<std::uint64_t> asked_ns_{0};
  // When it was known last that the process is there.
  typename P::template Atomic<std::uint64_t> sure_ns_{0};
};

}  // namespace muster::waiting
