// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A checker with clocks of its own in the place of ThreadSanitizer's: says which thread of the test has what ordered before it.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "races/fibers.h"
#include "races/notes.h"

namespace muster::races {

// The threads of the test are all run by the one that runs the test, in the order in which it says so.
class Checker {
 public:
  static constexpr int kMost = 64;
  using Times = std::array<int, kMost>;

  static inline Checker* it = nullptr;

  // Threads 0 to `threads` - 1 exist from the beginning; fibers come after them.
  explicit Checker(int threads, bool with_fibers = false) : made_(threads) {
    it = this;
    deep = with_fibers;
    tsan = Annotations{};
    tsan.acquire = [](void* at) { it->join(it->now_[it->current_], it->kept_[number(at)]); };
    tsan.release = [](void* at) { it->join(it->kept_[number(at)], it->leave()); };
    tsan.release_anew = [](unsigned long at) { it->kept_[at] = it->leave(); };
    tsan.forget_orders = [](unsigned long begin, unsigned long bytes) {
      it->kept_.erase(it->kept_.lower_bound(begin), it->kept_.lower_bound(begin + bytes));
    };
    tsan.forget_accesses = [](unsigned long /*begin*/, unsigned long /*bytes*/) {};
    tsan.this_fiber = [] { return pointer(it->current_); };
    tsan.make_fiber = [](unsigned /*flags*/) {
      it->now_[it->made_] = it->leave();
      return pointer(it->made_++);
    };
    tsan.end_fiber = [](void* /*fiber*/) { ++it->ended_; };
    tsan.go_on_as = [](void* fiber, unsigned /*flags*/) { it->current_ = static_cast<int>(number(fiber)) - 1; };
    for (int thread = 0; thread < kMost; ++thread) {
      now_[thread][thread] = 1;
    }
  }

  // A moment of a thread, to ask about later.
  struct Moment {
    int thread;
    int time;
  };
  // What follows is done by this thread.
  void as(int thread) { current_ = thread; }
  Moment moment() {
    const Moment now{current_, now_[current_][current_]};
    ++now_[current_][current_];
    return now;
  }
  // Whether the moment comes before all that the current thread does from now on.
  bool knows(const Moment& moment) const {
    return now_[current_][moment.thread] > moment.time || moment.thread == current_;
  }
  int current() const { return current_; }
  int ended() const { return ended_; }

 private:
  static unsigned long number(const void* at) { return reinterpret_cast<unsigned long>(at); }
  static void* pointer(int thread) { return reinterpret_cast<void*>(static_cast<unsigned long>(thread) + 1); }

  static void join(Times& into, const Times& from) {
    for (int i = 0; i < kMost; ++i) {
      into[i] = into[i] < from[i] ? from[i] : into[i];
    }
  }
  // The current thread's times; it moves on, so that what it does later is not among them.
  Times leave() {
    ++now_[current_][current_];
    return now_[current_];
  }

  std::array<Times, kMost> now_{};
  std::map<unsigned long, Times> kept_;
  int current_ = 0;
  int made_;
  int ended_ = 0;
};

}  // namespace muster::races
