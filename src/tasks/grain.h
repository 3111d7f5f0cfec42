// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grain: whether the tasks that a thread makes with dependences are so short that to put one off costs more than to run it. Then the thread runs
// those that are ready at once, as it does in a team of one, although teammates wait for work.
//
// It takes two to say so. The thread has put off as many as it may, has run many of them itself, and they were short; and what it then runs at
// once stays short. So no task is run at once on a guess, and a mistake costs a few tasks' time.
#pragma once

#include <cstdint>

#include "base/base.h"

namespace muster::tasks {

class Grain {
 public:
  // Tasks run by the maker before it judges them; after each time that it was wrong twice as many.
  static constexpr std::uint64_t kJudged = 64;
  static constexpr std::uint64_t kMostJudged = 1U << 20U;
  // Tasks run at once between two looks at the clock, which takes as long as three empty ones.
  static constexpr std::uint32_t kBetweenLooks = 4;
  // A task that was put off brings lines of others with it when its maker runs it, so what counts is the second.
  static constexpr std::uint64_t kShortPutOffNs = 500;
  // To put a task with three dependences off takes its maker 90 ns, and a teammate that runs it some line transfers (EPYC, 2026-11).
  static constexpr std::uint64_t kShortNs = 150;

  // What the next calls are about: tasks of one construct, made by one task between two barriers.
  MUSTER_ALWAYS_INLINE void look_at(const void* parent, base::Episode barrier, const void* routine) {
    if (parent != parent_ || barrier != barrier_ || routine != routine_) [[unlikely]] {
      *this = Grain();
      parent_ = parent;
      barrier_ = barrier;
      routine_ = routine;
    }
  }

  bool is_fine() const { return fine_; }

  // The maker has run tasks that had been put off.
  void has_helped(std::uint64_t tasks, std::uint64_t duration_ns) {
    helped_ += tasks;
    helped_ns_ += duration_ns;
    if (helped_ >= judged_) {
      fine_ = helped_ns_ < helped_ * kShortPutOffNs;
      was_short_ = true;
      helped_ = 0;
      helped_ns_ = 0;
      until_look_ = 0;
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

  // A task is put off, so the next look is the first.
  void is_interrupted() {
    until_look_ = 0;
    looked_ns_ = 0;
  }

 private:
  void look(std::uint64_t now_ns) {
    if (looked_ns_ != 0) {
      judge(now_ns - looked_ns_ <= kBetweenLooks * kShortNs);
    }
    looked_ns_ = now_ns;
    until_look_ = kBetweenLooks;
  }

  // Now and then a thread is interrupted; twice in a row it was the tasks.
  void judge(bool was_short) {
    if (was_short) {
      judged_ = judged_ > kJudged ? judged_ / 2 : kJudged;
    } else if (!was_short_) {
      fine_ = false;
      judged_ = judged_ < kMostJudged ? 2 * judged_ : kMostJudged;
    }
    was_short_ = was_short;
  }

  const void* parent_ = nullptr;
  const void* routine_ = nullptr;
  base::Episode barrier_ = 0;
  bool fine_ = false;
  bool was_short_ = true;
  std::uint32_t until_look_ = 0;
  std::uint64_t looked_ns_ = 0;
  std::uint64_t judged_ = kJudged;
  std::uint64_t helped_ = 0;
  std::uint64_t helped_ns_ = 0;
};

}  // namespace muster::tasks
