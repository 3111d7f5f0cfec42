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

namespace muster::waiting {

class Yields {
 public:
  // A wait begins that looks at the clock. Where those since the last one that did may have lost a slice, all do for a while.
  void begin_wait(std::uint64_t now_ns) {
    futile_ = 0;
    avoided_ = avoided_at(now_ns);
    if (now_ns - began_ns_ >= kForeignSlice_ns) {
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
  // They were, and nothing has shown since that they no longer are.
  bool do_nothing() const { return do_nothing_; }

  // One that was not timed, and brought what the thread waited for.
  void note_turn() { ++turns_; }

  // Whether it is to be found out who gets what the next yield gives away: one took a slice lately.
  bool are_audited_at(std::uint64_t now_ns) const { return now_ns < audited_until_ns_; }

  // A yield that began and ended then, for `teammates_ran_ns` of which teammates ran; kNotAudited if that is not known. True if another process
  // had the CPU meanwhile, and this yield and the last ones cost more than sleeping would have: yields are avoided for a while, and for longer
  // each time, until one is worth it again.
  static constexpr std::uint64_t kNotAudited = kForever;
  bool note(std::uint64_t began_ns, std::uint64_t ended_ns, std::uint64_t teammates_ran_ns) {
    const std::uint64_t took_ns = ended_ns - began_ns;
    futile_ = took_ns < kShortestSwitch_ns ? futile_ + 1 : 0;
    if (took_ns >= kForeignSlice_ns) {
      audit_until(ended_ns + kAudit_ns);
    }
    if (!misses_a_slice(took_ns, teammates_ran_ns)) {
      note_turn();
      return false;
    }
    if (std::exchange(turns_, 0) >= took_ns / kSleepForYield_ns) {
      foreign_ns_ = 0;
      return false;
    }
    // Soon after a doubt it was wrong: the process is still there.
    doubt_ns_ = ended_ns < contradicted_until_ns_ ? std::min(2 * doubt_ns_, kLongestForeign_ns) : kDoubt_ns;
    foreign_ns_ = std::clamp(4 * foreign_ns_, took_ns, kLongestForeign_ns);
    avoid_until(ended_ns + foreign_ns_);
    doubted_ns_ = ended_ns;
    return true;
  }

  // Whether a slice went to nobody of the team.
  static constexpr bool misses_a_slice(std::uint64_t took_ns, std::uint64_t teammates_ran_ns) {
    return took_ns - std::min(teammates_ran_ns, took_ns) >= kForeignSlice_ns;
  }

  // Whether the process that took slices may have gone: it is some time since one was lost, or since that was asked.
  bool are_doubted_at(std::uint64_t now_ns) const { return avoided_at(now_ns) && now_ns >= doubted_ns_ + doubt_ns_; }
  // It is there, as far as is known.
  void keep_avoiding(std::uint64_t now_ns) { doubted_ns_ = now_ns; }
  // It has gone, as far as is known. If that is soon contradicted, the next doubt waits for longer.
  void trust_again(std::uint64_t now_ns) {
    avoided_until_ns_ = now_ns;
    avoided_ = false;
    foreign_ns_ = 0;
    contradicted_until_ns_ = now_ns + 2 * doubt_ns_;
    // If it has not, the first slice that is lost shows it.
    audit_until(now_ns + kAudit_ns);
  }

  void give_up_until(std::uint64_t time_ns) {
    avoid_until(time_ns);
    do_nothing_ = true;
  }
  void try_again_after(std::uint64_t now_ns) { do_nothing_ = avoided_at(now_ns); }
  void forget_futile() { futile_ = 0; }

 private:
  template <platform::Platform P>
  friend class Losses;

  void avoid_until(std::uint64_t time_ns) {
    avoided_until_ns_ = time_ns;
    avoided_ = need_clock_ = true;
  }
  void audit_until(std::uint64_t time_ns) {
    audited_until_ns_ = time_ns;
    need_clock_ = true;
  }

  std::uint64_t began_ns_ = 0;
  std::uint64_t timed_until_ns_ = 0;
  std::uint64_t avoided_until_ns_ = 0;
  std::uint64_t foreign_ns_ = 0;
  std::uint64_t turns_ = 0;
  std::uint64_t doubted_ns_ = 0;
  std::uint64_t doubt_ns_ = kDoubt_ns;
  std::uint64_t contradicted_until_ns_ = 0;
  std::uint32_t futile_ = 0;
  std::uint64_t audited_until_ns_ = 0;
  bool avoided_ = false;
  bool need_clock_ = false;
  bool do_nothing_ = false;
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
    if (for_ns_.load_relaxed() == 0) {
      yields.trust_again(until_ns_.load_relaxed());
    } else if (const std::uint64_t until_ns = until_ns_.load_relaxed(); until_ns > yields.avoided_until_ns_) {
      yields.avoided_until_ns_ = until_ns;
      yields.foreign_ns_ = for_ns_.load_relaxed();
      yields.doubted_ns_ = until_ns - yields.foreign_ns_;
      yields.doubt_ns_ = std::max(yields.doubt_ns_, doubt_ns_.load_relaxed());
    }
  }

  // Whether nobody of the team has asked lately whether the process has gone. One that asks does so for all.
  bool may_be_doubted_at(std::uint64_t now_ns) const { return now_ns >= doubted_ns_.load_relaxed() + kDoubt_ns; }
  void doubt(std::uint64_t now_ns) { doubted_ns_.store_relaxed(now_ns); }

  // After trust_again().
  void tell_gone(Yields& yields, std::uint64_t now_ns) {
    until_ns_.store_relaxed(now_ns);
    for_ns_.store_relaxed(0);
    yields.losses_known_ = count_.fetch_add_relaxed(1) + 1;
  }

  // After a note() that was true.
  void tell(Yields& yields) {
    until_ns_.store_relaxed(yields.avoided_until_ns_);
    for_ns_.store_relaxed(yields.foreign_ns_);
    doubt_ns_.store_relaxed(yields.doubt_ns_);
    yields.losses_known_ = count_.fetch_add_relaxed(1) + 1;
  }

 private:
  typename P::template Atomic<std::uint32_t> count_{0};
  typename P::template Atomic<std::uint64_t> until_ns_{0};
  typename P::template Atomic<std::uint64_t> for_ns_{0};
  typename P::template Atomic<std::uint64_t> doubt_ns_{kDoubt_ns};
  typename P::template Atomic<std::uint64_t> doubted_ns_{0};
};

}  // namespace muster::waiting
