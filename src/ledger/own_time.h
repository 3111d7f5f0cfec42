// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What telling takes in place. A thread that tells of a construct once in a few microseconds finds the ledger's lines in no near cache, and then
// telling takes several times as long as in the tries at the start (own_cost.h). So one event in about 64 of each thread is timed where it
// happens, and stands for those since the last one.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "ledger/account.h"
#include "ledger/clock.h"
#include "ledger/run_delay.h"

namespace muster::ledger {

// The distance to the next event that is timed varies from 32 to 95, so that no pattern of events hides some of them for good.
inline void plan_next_timed(ThreadPart& part) {
  // It is a share of the thread's own events, so it depends on no machine and on no team's size: timing one of them is to cost little beside telling 64.
  constexpr std::uint32_t kLeast = 32;
  constexpr unsigned kVariesBits = 6;
  const auto distance = kLeast + static_cast<std::uint32_t>(base::fibonacci_hash(++part.times_timed, kVariesBits));
  part.events_until_timed = distance;
  part.events_timed_last = distance;
}

// The event that the thread is telling of is the one that is timed.
inline bool is_timed(const ThreadPart& part) { return part.events_until_timed == 0; }

// What telling of a share takes of its work is found by timing the work itself (Account::end_share).
template <class Event>
constexpr bool is_of_share(const Event& /*event*/) {
  return false;
}
constexpr bool is_of_share(const events::ImplicitTaskBegin& /*event*/) { return true; }
constexpr bool is_of_share(const events::SyncWaitBegin& event) {
  return event.kind == events::SyncKind::barrier_implicit_parallel;
}

// Times one event of the thread while it lives, by a function that returns ticks. The timeline says in which rows and categories the time was booked.
template <class Clock>
class OwnTime {
 public:
  OwnTime(Slot& slot, const Clock& clock, bool is_of_share = false)
      : slot_(slot), clock_(clock), begin_(clock()), is_of_share_(is_of_share) {}
  ~OwnTime() {
    ThreadPart& part = slot_.part;
    const std::uint64_t weight = part.events_timed_last;
    plan_next_timed(part);
    // The time holds a reading of the clock too many. It is let stand for the way to the ledger and back, which is not in it.
    const std::uint64_t end = clock_();
    // Something else had a part in what took long.
    if (end > begin_ && end - begin_ < long_ticks()) {
      book(end, weight);
    }
  }
  OwnTime(const OwnTime&) = delete;
  OwnTime& operator=(const OwnTime&) = delete;

 private:
  void book(std::uint64_t end, std::uint64_t weight) {
    ThreadPart& part = slot_.part;
    // What is pending has not been booked: a share, which is timed by itself, or what follows a region, which is serial.
    if ((part.pending & kWorkerLeftPending) != 0 && part.left_ticks >= begin_) {
      return;
    }
    if ((part.pending & (kPrimarySharePending | kWorkerSharePending)) != 0 && part.share_ticks >= begin_) {
      end = part.share_ticks;
    }
    if ((part.pending & kEndPending) != 0 && part.left_ticks < end) {
      end = part.left_ticks;
    }
    for (std::uint64_t n = part.spans_written; n != 0 && end > begin_; --n) {
      const Span& span = slot_.spans[(n - 1) % kSpans];
      const std::uint64_t from = span.ticks > begin_ ? span.ticks : begin_;
      if (end > from) {
        add(slot_.rows[span.row], span.category, (end - from) * weight);
        end = from;
      }
    }
  }
  void add(Row& row, std::uint32_t in, std::uint64_t ticks) const {
    const auto category = static_cast<Category>(in);
    if (category == Category::work || category == Category::task) {
      row.own_work_ticks += is_of_share_ ? 0 : ticks;
    } else if (category >= Category::region_wait && category <= Category::ordered) {
      row.own_wait_ticks += ticks;
    } else if (category > Category::idle) {
      row.own_other_ticks += ticks;
    }
  }

  Slot& slot_;
  const Clock& clock_;
  std::uint64_t begin_;
  bool is_of_share_;
};

template <auto Tell, class Event>
[[gnu::noinline]] void tell_and_time(Slot& slot, const Event& event) {
  const auto clock = [] { return now_ticks(); };
  const OwnTime time(slot, clock, is_of_share(event));
  Tell(slot, event);
}

// What a listener calls: Tell, with the slot of the thread. A thread without an account tells nothing.
template <auto Tell, class Event>
void timed(const Event& event) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return;
  }
  if (--slot->part.events_until_timed == 0) [[unlikely]] {
    tell_and_time<Tell>(*slot, event);
    return;
  }
  Tell(*slot, event);
}

}  // namespace muster::ledger
