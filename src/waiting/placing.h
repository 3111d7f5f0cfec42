// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placing: when a waiting worker may go to another CPU, because of the company that it has on its own (company.h). Only workers move, unless the user allows swaps (Platform::swap_cpus): the program's
// own threads are the program's, and the primary does not even park to be placed, as the thread that wakes it would take it along
// (kAvoidFutileYieldsAtFirst_ns).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "platform/platform.h"
#include "waiting/company.h"
#include "waiting/decide.h"
#include "waiting/intervals.h"
#include "waiting/presence.h"

namespace muster::waiting {

template <platform::Platform P>
class Placing {
 public:
  // Whether it is time to count the teammates on this CPU. Not for a new thread, which the system has just put where it is.
  bool company_is_due(std::uint64_t now_ns) {
    if (last_count_ns_ == 0) {
      last_count_ns_ = now_ns;
    }
    return now_ns - last_count_ns_ >= kSpreadInterval_ns;
  }

  // In a large team it takes several counts until the company is known. `waits` counts those of the thread in which it expected others on its CPU.
  void count_company(const Roster<P>& team, std::uint32_t slot, Presence<P>& self, std::uint64_t now_ns,
                     std::uint32_t waits) {
    waits_were_short_ = (waits - last_waits_) * kShortPhase_ns > now_ns - last_count_ns_;
    last_waits_ = waits;
    last_count_ns_ = now_ns;
    // A smaller team may be at work while the thread waits for the next region of its own.
    const std::uint32_t threads = team.size() > slot ? team.size() : slot + 1;
    company_ = count_.look(team, threads, slot, self);
  }

  const Company& company() const { return company_; }

  // Between the last two counts.
  bool waits_were_short() const { return waits_were_short_; }

  // A wait has ended.
  void goes_on(std::uint64_t now_ns, std::uint32_t turns) {
    went_on_us_ = in_us(now_ns);
    turns_then_ = static_cast<std::uint8_t>(turns);
  }
  // The next one has begun. `phases`: 1, and one more for each that the thread would have waited for had it been earlier. `turns`: as above, before this
  // wait; where the thread has been through other waits meanwhile, nothing is known of the work between.
  void waits(std::uint64_t now_ns, std::uint32_t turns, base::Episode phases) {
    const bool is_known = turns_then_ == static_cast<std::uint8_t>(turns) && went_on_us_ != 0;
    const std::uint32_t worked_us = is_known ? in_us(now_ns) - went_on_us_ : 0;
    const bool is_long = phases <= 1 && worked_us >= kLongWork_ns / kNsInUs;
    // The last of a team does not wait, so one of two that are as fast as each other waits at every second barrier.
    const bool is_worth =
        phases <= kMostPhases && worked_us >= std::max(phases, base::Episode{1}) * (kWorkWorthASwap_ns / kNsInUs);
    history_ = static_cast<std::uint8_t>(history_ << 2U | (is_worth ? kWorth : 0U) | (is_long ? kLong : 0U));
    went_on_us_ = 0;
  }

  // Before this wait and the one before it: a slice that another process took may have made short work long.
  bool work_is_long() const { return twice(kLong); }
  // The same, for phases of kWorkWorthASwap_ns on average.
  bool work_is_worth_a_swap() const { return twice(kWorth); }

  // Whether it is time to look for another CPU than one on which a teammate could go on.
  bool is_due(std::uint64_t now_ns) const { return in_us(now_ns) - last_look_us_ >= kSpreadInterval_ns / kNsInUs; }
  void looked(std::uint64_t now_ns) { last_look_us_ = in_us(now_ns); }

  // The thread is about to be placed anew: by parking, or by a move.
  void leaves(bool parks) { parked_ = parks; }

  bool parked() const { return parked_; }

 private:
  static constexpr std::uint64_t kNsInUs = 1000;
  static constexpr std::uint32_t kLong = 1;
  static constexpr std::uint32_t kWorth = 2;
  // A mean over more phases says little about the last one, on any machine.
  static constexpr base::Episode kMostPhases = 8;

  bool twice(std::uint32_t bit) const { return (history_ & bit) != 0 && (history_ >> 2U & bit) != 0; }

  // It wraps around after 71 minutes: a thread that was away for that long may be taken for one that was not.
  static std::uint32_t in_us(std::uint64_t ns) { return static_cast<std::uint32_t>(ns / kNsInUs); }

  std::uint64_t last_count_ns_ = 0;
  std::uint32_t last_look_us_ = 0;
  std::uint32_t went_on_us_ = 0;  // 0: not known
  CompanyCount<P> count_;
  Company company_;
  std::uint32_t last_waits_ = 0;
  bool waits_were_short_ = false;
  bool parked_ = false;
  std::uint8_t turns_then_ = 0;
  std::uint8_t history_ = 0;  // two bits for each of the last waits
};

// Asked by a thread that shares its CPU with another that could go on: if no more threads of the whole system could run than the process may
// use CPUs, one of those has nothing to do. `runnable` is Platform::runnable_threads().
constexpr Known is_a_cpu_idle(std::int32_t runnable, std::uint32_t cpus) {
  return runnable >= 0 && static_cast<std::uint32_t>(runnable) <= cpus ? Known::yes : Known::no;
}

}  // namespace muster::waiting
