// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EventCount: threads that sleep until what a mutex guards has changed.
//
// Source    Reed and Kanodia, "Synchronization with Eventcounts and Sequencers", CACM 22(2), 1979. A sleeper reads the count while it sees that there is
//           nothing, and sleeps only while the count is still that, so no event is missed in between. An event wakes any of those that sleep, and a
//           thread that is woken looks again.
// Why       The condition variables of glibc 2.25 to 2.40 lose signals where a waiter is late to take its own (bug 25847): a task is in the queue then, and
//           all helpers sleep.
//
// Cost      An event for which nobody waits is a comparison under the mutex; any other is a store and one futex call.
// Ordering  Both fields change under the mutex, which orders them and what they tell of. The system compares the word as it puts a thread to sleep.
#pragma once

#include <cstdint>

#include "platform/platform.h"

namespace muster::locks {

template <platform::Platform P>
class EventCount {
 public:
  constexpr EventCount() = default;

  // With the mutex held, which `mutex` unlocks and locks: sleeps until an event, or for no reason.
  template <class Mutex>
  void await(Mutex& mutex) {
    const std::uint32_t seen = count_.load_relaxed();
    ++waiting_;
    mutex.unlock();
    P::park(count_, seen);
    mutex.lock();
    --waiting_;
  }

  // With the mutex held: an event, for which at most so many threads are woken.
  void advance(std::uint32_t threads) {
    if (waiting_ != 0) {
      count_.store_relaxed(count_.load_relaxed() + 1);
      P::unpark(count_, threads);
    }
  }
  void advance_for_all() { advance(waiting_); }

  // With the mutex held: how many are in await(), some of them awake.
  std::uint32_t waiting() const { return waiting_; }

  // In a forked child: those that waited are the parent's.
  void forget_waiting() { waiting_ = 0; }

 private:
  typename P::template Atomic<std::uint32_t> count_{0};
  std::uint32_t waiting_ = 0;
};

}  // namespace muster::locks
