// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a reading of the clock takes, and what is booked where nothing is done, as the process begins: the figures by which readers correct times
// that are as short. What telling takes is timed in place (own_time.h).
#pragma once

#include <cstdint>

#include "base/base.h"
#include "ledger/account.h"
#include "platform/pages.h"

namespace muster::ledger {

struct OwnCost {
  std::uint64_t clock_ticks = 0;     // of one reading of the clock
  std::uint64_t interval_ticks = 0;  // of an interval in which nothing is done, as it is booked; rounded down
};

// The least of several tries, the first rounded up; 0 where there is no memory to try with, or the clock does not move. Takes some microseconds.
// Thread-safe.
OwnCost measure_own_cost();

// Measures by a clock, a function that returns ticks.
template <class Clock>
class OwnCostBy {
 public:
  explicit OwnCostBy(const Clock& clock) : clock_(clock) {}

  OwnCost measure() const {
    // A slot that is nobody's, not in the file: of its pages these tries touch five.
    void* memory = platform::allocate_pages(sizeof(Slot));
    if (memory == nullptr) {
      return {};
    }
    auto& slot = *static_cast<Slot*>(memory);
    slot.rows[kOutside].kind = Kind::outside;
    slot.rows[kOther].kind = Kind::other;
    Account account(slot);
    OwnCost cost;
    cost.clock_ticks = least_ticks([this] { static_cast<void>(clock_()); });
    cost.interval_ticks = least_interval(account);
    platform::free_pages(memory, sizeof(Slot));
    return cost;
  }

 private:
  // The clock may advance in steps of several nanoseconds, so that many in a row are timed together. The first tries find cold caches.
  static constexpr std::uint64_t kTogether = 32;
  static constexpr int kTries = 8;

  template <class Do>
  std::uint64_t least_ticks(const Do& one) const {
    std::uint64_t least = ~std::uint64_t{0};
    for (int i = 0; i < kTries; ++i) {
      const std::uint64_t begin = clock_();
      for (std::uint64_t j = 0; j < kTogether; ++j) {
        one();
      }
      const std::uint64_t ticks = clock_() - begin;
      // A clock that is behind on a CPU to which the thread has just been moved stands still until it has caught up.
      least = ticks != 0 && ticks < least ? ticks : least;
    }
    return least == ~std::uint64_t{0} ? 0 : base::divide_rounding_up(least, kTogether);
  }

  // As on_dispatch_begin() and on_dispatch() do it for a request that takes no time.
  std::uint64_t least_interval(Account& account) const {
    std::uint64_t& booked = account.row(kOther).ticks[static_cast<std::size_t>(Category::schedule)];
    std::uint64_t least = ~std::uint64_t{0};
    for (int i = 0; i < kTries; ++i) {
      const std::uint64_t before = booked;
      for (std::uint64_t j = 0; j < kTogether; ++j) {
        account.push_before(clock_, Tag::schedule, Category::schedule, kOther);
        const std::uint64_t now = clock_();
        if (Frame* frame = account.innermost(Tag::schedule); frame != nullptr) {
          account.end(*frame, now);
        }
      }
      least = booked - before < least ? booked - before : least;
    }
    return least / kTogether;
  }

  const Clock& clock_;
};

}  // namespace muster::ledger
