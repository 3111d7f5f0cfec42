// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grain: whether the tasks that a thread makes with dependences are so short that it takes longer to put them off than to run them. Then the
// thread runs those that are ready at once, as it does in a team of one, although teammates wait for work.
//
// It is found out by a trial. A thread that has put off many in a short time waits until all of them are complete, which says how long the team
// takes for one; then it runs the next at once, and looks at the clock. A trial of long tasks costs the time of one, and each that fails doubles
// how many are put off before the next.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/base.h"

namespace muster::tasks {

class Grain {
 public:
  // Of the children of a task, which count from its begin.
  struct Progress {
    const void* parent;
    std::uint64_t completed;
    std::uint64_t now_ns;
  };

  // Tasks put off before a trial; after each that failed twice as many.
  static constexpr std::uint64_t kTried = 64;
  static constexpr std::uint64_t kMostTried = 1U << 20U;
  // If tasks are short and a teammate takes them as they come, one is put off in 0.2 to 0.8 us, of which most are line transfers (EPYC, 2026-11).
  static constexpr std::uint64_t kPutOffNs = 2000;
  // How long a trial waits for each that is not complete.
  static constexpr std::uint64_t kCompleteNs = 1000;
  // Tasks run at once between two looks at the clock, which takes as long as three empty ones. The first look comes after one task.
  static constexpr std::uint64_t kBetweenLooks = 4;
  // Tasks that take less on average are short, and none are that take more: as many as were tried may well have been a chain, and those that
  // follow not. To put a task with three dependences off takes its maker 90 ns, and a teammate that runs it some line transfers, of 50 to
  // 180 ns (EPYC, 2026-11).
  static constexpr std::uint64_t kShortNs = 150;
  static constexpr std::uint64_t kLongNs = 450;
  // In between those are short that take less than this part of the time that the team took for one.
  static constexpr double kWorthwhile = 0.75;
  // At any time they may take so much more: when threads change places they first fetch what others have worked on. A few long ones
  // among many short are better put off, all of them.
  static constexpr std::int64_t kMostCreditNs = 100'000;
  static constexpr std::int64_t kFirstCreditNs = 20'000;
  // Looks in a row that found tasks short, until a failed trial is forgotten.
  static constexpr std::uint32_t kForgotten = 256;

  // What the next calls are about: the tasks of one construct.
  MUSTER_ALWAYS_INLINE void look_at(const void* routine) {
    if (routine != routine_) [[unlikely]] {
      *this = Grain();
      routine_ = routine;
    }
  }

  bool is_fine() const { return fine_; }

  // A task is put off. True: a trial is due. `progress()` is where the parent's children are.
  template <class Look>
  MUSTER_ALWAYS_INLINE bool puts_off(const Look& progress) {
    pause();
    ++put_off_;
    return (put_off_ == kTried / 2 || put_off_ >= tried_) && is_trial_due(progress());
  }

  // Whether all tasks that were put off are complete, as far as it was worth to wait for that.
  void tries(bool all_are_complete, const Progress& end) {
    const std::uint64_t tasks = end.completed - begin_.completed;
    const auto worthwhile = static_cast<std::uint64_t>(kWorthwhile * static_cast<double>(end.now_ns - begin_.now_ns));
    limit_ns_ = std::clamp(tasks != 0 ? worthwhile / tasks : 0, kShortNs, kLongNs);
    credit_ns_ = kFirstCreditNs;
    short_looks_ = 0;
    fine_ = true;
    if (!all_are_complete) {
      fails();
    }
  }

  // A task is about to be run at once. `now_ns()` is the time.
  template <class Now>
  MUSTER_ALWAYS_INLINE void begins(const Now& now_ns) {
    if (until_look_ == 0) {
      look(now_ns());
    }
    --until_look_;
  }

  // The thread does something else than to run tasks at once.
  void pause() {
    until_look_ = 0;
    batch_ = 0;
  }

 private:
  bool is_trial_due(const Progress& now) {
    if (put_off_ == kTried / 2) {
      begin_ = now;
      return false;
    }
    const std::uint64_t tasks = put_off_ - kTried / 2;
    put_off_ = 0;
    return now.parent == begin_.parent && now.now_ns - begin_.now_ns < tasks * kPutOffNs;
  }

  void look(std::uint64_t now_ns) {
    if (batch_ != 0) {
      judge(static_cast<std::int64_t>(batch_ * limit_ns_) - static_cast<std::int64_t>(now_ns - looked_ns_));
    }
    batch_ = batch_ == 0 ? 1 : kBetweenLooks;
    looked_ns_ = now_ns;
    until_look_ = batch_;
  }

  void judge(std::int64_t saved_ns) {
    credit_ns_ = std::min(credit_ns_ + saved_ns, kMostCreditNs);
    if (credit_ns_ < 0) {
      fails();
    }
    if (saved_ns < 0) {
      short_looks_ = 0;
    } else if (++short_looks_ == kForgotten) {
      short_looks_ = 0;
      tried_ = std::max(tried_ / 2, kTried);
    }
  }

  void fails() {
    fine_ = false;
    put_off_ = 0;
    tried_ = std::min(2 * tried_, kMostTried);
  }

  const void* routine_ = nullptr;
  bool fine_ = false;
  std::uint32_t short_looks_ = 0;
  std::uint64_t until_look_ = 0;
  std::uint64_t batch_ = 0;
  std::uint64_t looked_ns_ = 0;
  std::uint64_t limit_ns_ = kShortNs;
  std::int64_t credit_ns_ = 0;
  std::uint64_t put_off_ = 0;
  std::uint64_t tried_ = kTried;
  Progress begin_{};
};

}  // namespace muster::tasks
