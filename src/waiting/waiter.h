// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiter: decides how a thread of a team waits. It is the `idle` object of Platform::await_reached, so it is entered only
// after the eager polls have failed.
//
// In turn, until the word is there:
//   1. make room: a thread of the process that could go on last ran on this CPU, so the CPU is given away at once (yield). When a
//      few yields in a row give nothing away, either yielding is useless here (a kernel on which it does nothing, a seccomp
//      filter) or that thread sleeps in the system. If it is a teammate, which this thread may be waiting for, this thread
//      parks; strangers are ignored for the rest of the wait.
//      Where the team has a CPU for each thread, the thread parks at once instead, now and then: waking up is when the system
//      looks for an idle CPU, while two threads that take turns on one can stay together for long.
//   2. spin: whoever this thread waits for runs elsewhere, so parking would idle this CPU.
//   3. park: after the blocktime. A blocktime of 0 parks at once (PASSIVE), kForever never parks in step 3 (ACTIVE).
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "waiting/parker.h"
#include "waiting/presence.h"

namespace muster::waiting {

inline constexpr std::uint64_t kForever = ~std::uint64_t{0};

template <platform::Platform P>
class Waiter {
 public:
  using Counter = typename P::template Atomic<std::uint32_t>;
  using Word = typename Presence<P>::Word;

  // Everything is kept by reference: the caller owns it for as long as the waiter is in use. `sleepers` counts the threads
  // that are about to park or parked, so that a waker can tell with one load that there is none.
  void attach(Presence<P>& self, const Roster<P>& everybody, const Roster<P>& team, Counter& sleepers) {
    self_ = &self;
    everybody_ = &everybody;
    team_ = &team;
    sleepers_ = &sleepers;
  }

  // How many CPUs the process may use; 0, the default, is taken for too few.
  void set_cpus(std::uint32_t cpus) { cpus_ = cpus; }

  // How long to spin before parking, in nanoseconds.
  void set_blocktime(std::uint64_t blocktime_ns) { blocktime_ns_ = blocktime_ns; }

  // After a store-release that lets `slot` go on.
  void signalled(std::uint32_t slot) const {
    P::light_fence();
    team_->at(slot)->parker.wake_if_parked();
  }

  // After a store-release that may let any teammate go on.
  void signalled_all() const {
    P::light_fence();
    if (sleepers_->load_relaxed() != 0) [[unlikely]] {
      wake_sleepers();
    }
  }

  __attribute__((noinline)) void wait_for(const Word& word, base::Episode wanted) {
    self_->wanted.store_relaxed(wanted);
    // W: release, pairs with W in waiting/presence.h
    self_->awaited.store_release(&word);
    wait_in_turn([&] { return P::has_reached(word, wanted); });
    self_->awaited.store_relaxed(nullptr);
  }

 private:
  template <class Done>
  void wait_in_turn(Done done) {
    if (blocktime_ns_ == 0) {
      park_until(done);
      return;
    }
    const std::uint64_t start_ns = P::now_ns();
    std::uint32_t futile_yields = 0;
    bool ignores_strangers = false;
    for (;;) {
      const Neighbour neighbour = kept_from_running(*everybody_, *team_, *self_);
      if (neighbour == Neighbour::nobody || (neighbour == Neighbour::stranger && ignores_strangers)) {
        if (spin_slice(done)) {
          return;
        }
      } else if (neighbour == Neighbour::teammate && should_spread()) {
        break;
      } else {
        futile_yields = yield_gave_nothing() ? futile_yields + 1 : 0;
        if (done()) {
          return;
        }
        if (futile_yields == kFutileYieldLimit) {
          if (neighbour == Neighbour::teammate) {
            break;
          }
          ignores_strangers = true;
          futile_yields = 0;
        }
      }
      if (blocktime_ns_ != kForever && P::now_ns() - start_ns >= blocktime_ns_) {
        break;
      }
    }
    park_until(done);
  }

  // A slice is long enough to make the scan and the clock reading between slices cheap (a PAUSE takes 3 to 40 ns,
  // a scan 10 to 60 ns) and short enough to notice a teammate that migrates here within a microsecond or so.
  static constexpr std::uint32_t kPollsPerSlice = 64;
  // Consecutive yields that gave nothing away before yielding is given up for this wait.
  static constexpr std::uint32_t kFutileYieldLimit = 4;
  // A switch to another thread and back takes at least 1.3 us on the reference machine, a yield that finds nobody 0.4 us.
  static constexpr std::uint64_t kShortestSwitch_ns = 600;

  // At most this often a thread parks to be placed anew: a wake-up costs up to 45 us, so that is a twentieth of the time where
  // it does not help because other processes have the other CPUs.
  static constexpr std::uint64_t kSpreadInterval_ns = 1'000'000;

  bool should_spread() {
    if (team_->size() > cpus_ || blocktime_ns_ == kForever) {
      return false;
    }
    const std::uint64_t now_ns = P::now_ns();
    if (now_ns - last_spread_ns_ < kSpreadInterval_ns) {
      return false;
    }
    last_spread_ns_ = now_ns;
    return true;
  }

  static bool yield_gave_nothing() {
    const std::uint64_t before_ns = P::now_ns();
    P::yield();
    return P::now_ns() - before_ns < kShortestSwitch_ns;
  }

  template <class Done>
  static bool spin_slice(Done& done) {
    for (std::uint32_t poll = 0; poll < kPollsPerSlice; ++poll) {
      P::relax();
      if (done()) {
        return true;
      }
    }
    return false;
  }

  template <class Done>
  void park_until(Done& done) {
    sleepers_->fetch_add_relaxed(1);
    while (!done()) {
      self_->parker.park_unless(done);
    }
    sleepers_->fetch_add_relaxed(~std::uint32_t{0});
  }

  __attribute__((noinline)) void wake_sleepers() const {
    const std::uint32_t threads = team_->threads.load_relaxed();
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      Presence<P>* mate = team_->at(slot);
      if (mate != nullptr && mate != self_) {
        mate->parker.wake_if_parked();
      }
    }
  }

  Presence<P>* self_ = nullptr;
  const Roster<P>* everybody_ = nullptr;
  const Roster<P>* team_ = nullptr;
  Counter* sleepers_ = nullptr;
  std::uint64_t blocktime_ns_ = 0;
  std::uint64_t last_spread_ns_ = 0;
  std::uint32_t cpus_ = 0;
};

}  // namespace muster::waiting
