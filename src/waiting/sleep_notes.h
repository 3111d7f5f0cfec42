// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SleepNotes: tells a listener when a thread falls asleep, when it was signalled, and when it went on. Where nobody listens, the thread pays a look
// at a pointer when it sleeps, and the thread that wakes it pays another.
#pragma once

#include <cstdint>

#include "platform/platform.h"

namespace muster::waiting {

template <platform::Platform P>
struct SleepNotes {
  using Clock = std::uint64_t (*)();

  // A clock of the listener's own. All three are constant once the parker has the notes. The thread itself calls them; the thread that wakes it
  // calls the clock too.
  typename P::template Plain<Clock> now;
  void (*falls_asleep)(std::uint64_t began) = nullptr;
  // `signalled` is `ended` where nobody said when, as the thread has gone on before that was noted, or by itself.
  void (*has_slept)(std::uint64_t began, std::uint64_t signalled, std::uint64_t ended) = nullptr;
  // When the thread was woken last; 0: not since it fell asleep. A hint.
  typename P::template Atomic<std::uint64_t> signalled{0};
};

// While the object lives, the thread sleeps.
template <platform::Platform P>
class NotedSleep {
 public:
  explicit NotedSleep(SleepNotes<P>* notes) : notes_(notes) {
    if (notes_ != nullptr) [[unlikely]] {
      began_ = notes_->now.get()();
      notes_->falls_asleep(began_);
    }
  }
  ~NotedSleep() {
    if (notes_ != nullptr) [[unlikely]] {
      const std::uint64_t ended = notes_->now.get()();
      const std::uint64_t signalled = notes_->signalled.load_relaxed();
      notes_->has_slept(began_, signalled >= began_ && signalled <= ended ? signalled : ended, ended);
    }
  }
  NotedSleep(const NotedSleep&) = delete;
  NotedSleep& operator=(const NotedSleep&) = delete;

 private:
  SleepNotes<P>* notes_;
  std::uint64_t began_ = 0;
};

}  // namespace muster::waiting
