// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StealPace: how often a thief takes tasks that are shorter than the taking. Such a task is run sooner by its maker, and each one that is taken holds the
// maker up: the end of the deque, the descriptor and the count of completed children move to the thief's CPU and back. So a thief compares how long a steal
// and its task took with how long it took to get hold of the task, and leaves its teammates alone for a while where it does not pay.
//
// Both are measured on the machine as it is at that time, so the rule has neither a time in it nor a number of threads: it holds where a line
// transfer takes 50 ns and where it takes 500, and under contention, where a fetch takes longer.
#pragma once

#include <cstdint>

namespace muster::tasks {

// Times are in units of whatever clock the thread reads.
class StealPace {
 public:
  // Steals that are judged together: tasks of different lengths follow each other.
  static constexpr std::uint32_t kJudged = 8;
  // A steal pays if it takes so many halves of its fetch or more, its task included. A maker and a thief were as fast as the maker alone at 4 to 5 halves where
  // a line transfer took 50 ns, and at 5 to 6 where it took 210, by code of GCC. A task of Clang's code has more lines, which the maker fetches back: where a
  // transfer took 110 to 250 ns, tasks of 45 ns took two threads 1.4 to 1.9 of the maker's time alone by 5 halves, and 1.0 to 1.1 by 8 (README.md, "Tasks that are
  // not worth a steal").
  static constexpr std::uint64_t kFetchHalves = 8;
  // Where it does not pay a thief steals for this part of the time: what it costs the maker is divided by as much.
  static constexpr std::uint64_t kPauseShare = 16;

  // Steals that follow a judgement that they pay, and are not measured: reading the clock behind a load costs as much as some tasks.
  static constexpr std::uint32_t kUnmeasured = 24;

  // What a teammate's long task waits for the thief at most, where all fetches take as long.
  static constexpr std::uint64_t longest_pause(std::uint64_t fetch) {
    return (kPauseShare - 1) * kJudged * kFetchHalves * fetch / 2;
  }

  // At the beginning of a look at teammates' deques: whether leaves_alone() has to be asked, with the time.
  bool needs_time() const { return begun_ != 0 || pause_ != 0; }
  // Whether the thread leaves its teammates alone. It has ended the task that it stole last.
  bool leaves_alone(std::uint64_t now) {
    if (begun_ != 0) {
      judge(now);
    }
    if (pause_ != 0 && now - pause_began_ >= pause_) {
      pause_ = 0;
    }
    return pause_ != 0;
  }

  // Whether the time of the next steal is wanted: fetched() is called after it, or stolen_unmeasured().
  bool measures() const { return unmeasured_ == 0; }
  void stolen_unmeasured() { --unmeasured_; }
  // A look at a deque that began at `start` has found a task, which the thief has had since `now`.
  void fetched(std::uint64_t start, std::uint64_t now) {
    begun_ = start;
    const std::uint64_t fetch = now - start;
    fetches_ += fetch;
    longest_fetch_ = fetch > longest_fetch_ ? fetch : longest_fetch_;
  }

  // The thread is about to sleep, and must not with tasks in sight.
  void end_pause() { pause_ = 0; }

 private:
  void judge(std::uint64_t now) {
    in_all_ += now - begun_;
    begun_ = 0;
    if (++judged_ < kJudged) {
      return;
    }
    // Without the longest, during which the thread may have lost its CPU.
    const std::uint64_t fetches = fetches_ - longest_fetch_;
    if (in_all_ * 2 * (kJudged - 1) < kFetchHalves * fetches * kJudged) {
      pause_ = (kPauseShare - 1) * in_all_;
      pause_began_ = now;
    } else {
      unmeasured_ = kUnmeasured;
    }
    judged_ = 0;
    in_all_ = 0;
    fetches_ = 0;
    longest_fetch_ = 0;
  }

  // When the look began that has found the last task; 0: none, or it has been judged.
  std::uint64_t begun_ = 0;
  std::uint64_t in_all_ = 0;
  std::uint64_t fetches_ = 0;
  std::uint64_t longest_fetch_ = 0;
  std::uint64_t pause_ = 0;
  std::uint64_t pause_began_ = 0;
  std::uint32_t judged_ = 0;
  std::uint32_t unmeasured_ = 0;
};

}  // namespace muster::tasks
