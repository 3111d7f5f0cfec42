// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiter: decides how a thread of a team waits. It is the `idle` object of Platform::await_acquire, so it is entered only
// after the eager polls have failed.
//
// In turn, until done() holds:
//   1. make room: a thread that is still missing last ran on this CPU, so the CPU is given away at once (yield). When a few
//      yields in a row give nothing away, yielding is useless here (a kernel on which it does nothing, a seccomp filter),
//      and the thread parks instead.
//   2. spin: everybody still missing runs elsewhere, so parking would idle this CPU.
//   3. park: after the blocktime. A blocktime of 0 parks at once (PASSIVE), kForever never parks in step 3 (ACTIVE).
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "waiting/parker.h"
#include "waiting/presence.h"

namespace muster::waiting {

inline constexpr std::uint64_t kForever = ~std::uint64_t{0};

// How long to spin before parking, in nanoseconds.
struct Blocktime {
  std::uint64_t in_region_ns;
  std::uint64_t between_regions_ns;
};

template <platform::Platform P>
class Waiter {
 public:
  using Counter = typename P::template Atomic<std::uint32_t>;

  // Everything is kept by reference: the caller owns it for as long as the waiter is in use. `sleepers` counts the threads
  // that are about to park or parked, so that a waker can tell with one load that there is none.
  void attach(Presence<P>& self, const Roster<P>& roster, Counter& sleepers) {
    self_ = &self;
    roster_ = &roster;
    sleepers_ = &sleepers;
  }

  // Says what the next waits are for: teammates that have not come as far as `episode`, or between regions
  // (`for_primary`) the primary, whatever it last waited for. `budget_ns` is the blocktime.
  void expect(base::Episode episode, std::uint64_t budget_ns, bool for_primary) {
    episode_ = episode;
    budget_ns_ = budget_ns;
    for_primary_ = for_primary;
  }
  void expect(base::Episode episode) { episode_ = episode; }

  // After a store-release that lets `slot` go on.
  void signalled(std::uint32_t slot) const {
    P::light_fence();
    roster_->at(slot)->parker.wake_if_parked();
  }

  // After a store-release that may let any teammate go on.
  void signalled_all() const {
    P::light_fence();
    if (sleepers_->load_relaxed() != 0) [[unlikely]] {
      wake_sleepers();
    }
  }

  template <class Done>
  __attribute__((noinline)) void wait_until(Done done) {
    self_->waiting_for.store_relaxed(episode_);
    wait_in_turn(done);
    // From here on teammates that share this CPU should let this thread run.
    self_->waiting_for.store_relaxed(episode_ - 1);
  }

 private:
  template <class Done>
  void wait_in_turn(Done& done) {
    if (budget_ns_ == 0) {
      park_until(done);
      return;
    }
    const std::uint64_t start_ns = P::now_ns();
    for (std::uint32_t futile_yields = 0;;) {
      if (must_make_room()) {
        if (futile_yields == kFutileYieldLimit) {
          park_until(done);
          return;
        }
        futile_yields = yield_gave_nothing() ? futile_yields + 1 : 0;
        if (done()) {
          return;
        }
      } else if (spin_slice(done)) {
        return;
      }
      if (budget_ns_ != kForever && P::now_ns() - start_ns >= budget_ns_) {
        park_until(done);
        return;
      }
    }
  }

  // A slice is long enough to make the roster scan and the clock reading between slices cheap (a PAUSE takes 3 to 40 ns,
  // a scan 10 to 60 ns) and short enough to notice a teammate that migrates here within a microsecond or so.
  static constexpr std::uint32_t kPollsPerSlice = 64;
  // Consecutive yields that gave nothing away before yielding is given up for this wait.
  static constexpr std::uint32_t kFutileYieldLimit = 4;
  // A switch to another thread and back takes at least 1.3 us on the reference machine, a yield that finds nobody 0.4 us.
  static constexpr std::uint64_t kShortestSwitch_ns = 600;

  bool must_make_room() const {
    if (shares_cpu_with_missing(*roster_, *self_, episode_)) {
      return true;
    }
    return for_primary_ && P::cpu_of(self_->cpu) >= 0 && roster_->at(0) != nullptr &&
           P::cpu_of(roster_->at(0)->cpu) == P::cpu_of(self_->cpu);
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
    const std::uint32_t threads = roster_->threads.load_relaxed();
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      Presence<P>* mate = roster_->at(slot);
      if (mate != nullptr && mate != self_) {
        mate->parker.wake_if_parked();
      }
    }
  }

  Presence<P>* self_ = nullptr;
  const Roster<P>* roster_ = nullptr;
  Counter* sleepers_ = nullptr;
  std::uint64_t budget_ns_ = 0;
  base::Episode episode_ = 0;
  bool for_primary_ = false;
};

}  // namespace muster::waiting
