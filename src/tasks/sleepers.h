// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sleepers: which threads of a team sleep where they could run its tasks, which are awake and look for some, and who wakes whom, on
// `Platform` alone. A thread that pushes a task wakes one if some sleep and none looks. The last one that looked, when it has found a task,
// wakes the next if there is more. So threads come one by one while there is more work than threads awake.
//
//     a thread is          asleep_ of it        counted in word_
//     at work, or waits    kAwake               not at all
//     looking              kAwake               as looking
//     asleep               kForAny, ...         as asleep, from before it looks for the last time
//     claimed              kAwake               as asleep until the one that has claimed it counts it as looking, then so
//
// I1  The thread that moves asleep_ from another value to kAwake, by compare-and-swap, counts: the thread itself, or the one that claims it and then
//     wakes it.
// I2  A claimed thread may have stopped looking before it is counted as looking: for a moment, then, fewer than none look.
// I3  sleeps_ only grows, and does so before a thread is counted as asleep. So a thread that has read it, and then found nobody to claim, need not
//     look again while it is the same. The word is no such number: it can be again what it was, with others asleep.
//
// Three times, two threads each write and then look, with a fence between, so that one of them sees the other. That of a sleeper is the parker's,
// and it says which the others use (fences()): light ones, but full ones in a team with more threads than CPUs, as these sleep often:
// - A thread that pushes writes the task and looks at the word; one that falls asleep is counted and looks for tasks.
// - A thread that claims another writes asleep_ and looks whether that is parked; one that parks says so and looks whether it is claimed. The claimer's
//   fence is a full one. Without that look it would sleep on, counted as looking, and nobody else would be woken.
// - A thread that pushes, as above; the last that looks is not counted any more and looks for more tasks. It is not about to sleep, so its fence is
//   no heavy one: where the light one orders nothing (membarrier) it can miss what is pushed at that moment by somebody that still sees it look.
//   Then the next thread is woken with the next push, or a thread that is awake finds the task.
//
// Ordering  A count    fetch_add release of sleeps_   pairs with B
//           B search   load acquire of sleeps_        pairs with A: a thread that sees that somebody fell asleep sees whom, and where
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"
#include "waiting/waiting.h"

namespace muster::tasks {

// What wakes a thread: nothing, as it is awake; any task; descendants of the one that it waits in.
enum class Asleep : std::uint32_t { kAwake = 0, kForAny = 1, kForDescendants = 2 };

template <platform::Platform P, class Task>
class Sleepers;

// A thread's own.
template <platform::Platform P, class Task>
class Sleeper {
 public:
  bool is(Asleep asleep) const { return asleep_.load_relaxed() == word_of(asleep); }
  // A hint, valid with kForDescendants.
  const Task* waits_in() const { return waits_in_.load_relaxed(); }

 private:
  friend class Sleepers<P, Task>;

  static constexpr std::uint32_t word_of(Asleep asleep) { return static_cast<std::uint32_t>(asleep); }

  // Owner. Counted as looking; counted as asleep, and has not woken up since.
  bool looks_ = false;
  bool sleeps_ = false;
  // What the number of sleeps was, and the task that wanted to have somebody woken, when there was nobody to claim (I3): sleepers of a
  // larger team, between regions, or such as wait in tasks of which that one is no descendant. A task that has its memory later counts as
  // the same: it may have to do without them until somebody falls asleep.
  std::uint64_t futile_sleeps_ = ~std::uint64_t{0};
  const Task* futile_task_ = nullptr;

  alignas(base::kCacheLineBytes) typename P::template Atomic<std::uint32_t> asleep_{word_of(Asleep::kAwake)};
  typename P::template Atomic<const Task*> waits_in_{nullptr};
};

// A team's.
template <platform::Platform P, class Task>
class Sleepers {
 public:
  using Member = Sleeper<P, Task>;

  // All threads use them from now on. To be called at a fork, before tasks are made and threads fall asleep.
  void use_full_fences() { full_fences_.store_relaxed(1); }
  waiting::Fences fences() const {
    return full_fences_.load_relaxed() != 0 ? waiting::Fences::full : waiting::Fences::asymmetric;
  }

  // After a push. True: somebody has to be woken. The fence is not waiting::fence_before_waking(), so that a mutant can drop each one alone.
  MUSTER_ALWAYS_INLINE bool wanted_after_push() const {
    if (fences() == waiting::Fences::full) [[unlikely]] {
      P::full_fence();
    } else {
      P::light_fence();
    }
    const std::uint64_t word = word_.load_relaxed();
    return asleep(word) != 0 && looking(word) <= 0;  // by I2
  }

  // By a thread that is awake, or about to sleep: then it is counted already.
  bool has_to_start_looking(const Member& self) const { return !self.looks_ && !self.sleeps_; }
  void start_looking(Member& self) {
    if (has_to_start_looking(self)) {
      self.looks_ = true;
      word_.fetch_add_relaxed(kLooking);
    }
  }

  // It has found a task, or its wait is over. True: the next has to be woken.
  template <class AnyWork>
  bool stop_looking(Member& self, const AnyWork& any_work) {
    if (!self.looks_) {
      return false;
    }
    self.looks_ = false;
    const std::uint64_t before = word_.fetch_add_relaxed(0 - kLooking);
    if (asleep(before) == 0 || looking(before) > 1) {
      return false;
    }
    if (fences() == waiting::Fences::full) {
      P::full_fence();
    } else {
      P::light_fence();
    }
    return any_work();
  }

  // Before the thread parks by fences(), and so before the fence that stands between this and its last look.
  void fall_asleep(Member& self, Asleep asleep, const Task* waits_in) {
    self.sleeps_ = true;
    self.waits_in_.store_relaxed(waits_in);
    self.asleep_.store_relaxed(Member::word_of(asleep));
    sleeps_.fetch_add_release(1);  // A: release, pairs with B
    word_.fetch_add_relaxed(kOneAsleep - (self.looks_ ? kLooking : 0));
    self.looks_ = false;
  }

  // It is awake again, whether or not another thread has woken it.
  void wake_up(Member& self) {
    if (!self.sleeps_) {
      return;
    }
    self.sleeps_ = false;
    std::uint32_t asleep = self.asleep_.load_relaxed();
    if (asleep != kAwake && self.asleep_.compare_exchange_relaxed(asleep, kAwake)) {
      word_.fetch_add_relaxed(0 - kOneAsleep);
    } else {
      self.looks_ = true;  // by I1
    }
  }

  // Part of the last look, by the thread itself: the one that has claimed it may have come before it was parked.
  bool is_claimed(const Member& self) const { return self.sleeps_ && self.is(Asleep::kAwake); }

  // search(): whether it has claimed somebody, and woken it.
  template <class Search>
  void wake_one(Member& self, const Task* current, const Search& search) const {
    wake_one(self, current, sleeps_.load_acquire(), search);  // B: acquire, pairs with A
  }

  // True: the caller wakes it.
  bool claim(Member& mate, Asleep asleep) {
    std::uint32_t expected = Member::word_of(asleep);
    if (!mate.asleep_.compare_exchange_relaxed(expected, kAwake)) {
      return false;
    }
    word_.fetch_add_relaxed(kLooking - kOneAsleep);
    P::full_fence();
    return true;
  }

  // 0: nobody sleeps and nobody looks.
  std::uint64_t word() const { return word_.load_relaxed(); }
  // How many do either. It is right at any moment, also while a thread is claimed.
  static std::uint32_t threads_in(std::uint64_t word) {
    return asleep(word) + static_cast<std::uint32_t>(looking(word));
  }
  // `moment`: what must not be the same when somebody has fallen asleep since.
  template <class Search>
  void wake_one(Member& self, const Task* current, std::uint64_t moment, const Search& search) const {
    if ((moment == self.futile_sleeps_ && current == self.futile_task_) || search()) {
      return;
    }
    self.futile_sleeps_ = moment;
    self.futile_task_ = current;
  }

 private:
  static constexpr std::uint32_t kAwake = Member::word_of(Asleep::kAwake);
  static constexpr std::uint64_t kOneAsleep = 1;
  static constexpr std::uint64_t kLooking = std::uint64_t{1} << 32;

  static std::uint32_t asleep(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
  static std::int32_t looking(std::uint64_t word) { return static_cast<std::int32_t>(word >> 32); }

  // One word, so that a push learns with one load whether somebody has to be woken.
  typename P::template Atomic<std::uint64_t> word_{0};
  typename P::template Atomic<std::uint64_t> sleeps_{0};
  typename P::template Atomic<std::uint32_t> full_fences_{0};
};

}  // namespace muster::tasks
