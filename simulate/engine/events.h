// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events: what happens next in virtual time. Two at the same time happen in the order in which they were planned, so a run has one outcome.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "engine/directory.h"
#include "engine/time.h"

namespace muster::simulate {

enum class EventKind : std::uint8_t {
  resume,        // a thread goes on
  commit,        // the oldest store of a thread becomes visible
  preempt,       // the slice of a CPU's thread is over
  time_out,      // a thread has slept as long as it wanted to
  balance,       // idle CPUs look for threads that wait for a CPU
  end_of_grant,  // a CPU has used up what it took of the quota
  refill,        // a period of the quota begins
};

struct Event {
  Time time;
  std::uint64_t order;
  EventKind kind;
  // The thread, or the CPU, or the level.
  std::uint32_t subject;
  // It is void where the subject has been planned anew since.
  std::uint32_t turn;
};

class Events {
 public:
  void plan(Time time, EventKind kind, std::uint32_t subject, std::uint32_t turn) {
    queue_.push({time, next_++, kind, subject, turn});
  }
  std::size_t size() const { return queue_.size(); }
  // Whether something else happens before that, or at that time.
  bool any_until(Time time) const { return !queue_.empty() && queue_.top().time <= time; }
  Event take() {
    const Event event = queue_.top();
    queue_.pop();
    return event;
  }

 private:
  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };

  std::priority_queue<Event, std::vector<Event>, Later> queue_;
  std::uint64_t next_ = 0;
};

}  // namespace muster::simulate
