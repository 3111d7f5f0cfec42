// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StepLog: what a thread did while it waited, and why: how often and for how long in all, and its last steps. Kept where the user asks for it
// (MUSTER_WAIT_STEPS), to explain a slow program; a thread without one pays a look at a pointer at each step.
//
// The thread writes, and any other may read at any time, to report. What it reads is a hint: a step that is being noted may be seen in part.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/platform.h"
#include "waiting/decide.h"

namespace muster::waiting {

struct PastStep {
  std::uint64_t began_ns = 0;
  std::uint64_t took_ns = 0;
  Action action = Action::poll;
  Reason reason = Reason::all_run_elsewhere;
};

template <platform::Platform P>
class StepLog {
 public:
  struct Total {
    std::uint64_t steps;
    std::uint64_t took_ns;
  };

  // How much memory a log of so many last steps takes.
  static constexpr std::size_t bytes_for(std::uint32_t last) { return sizeof(StepLog) + last * sizeof(Record); }
  // In zeroed memory of bytes_for(last), which stays the caller's.
  static StepLog& in_zeroed(void* memory, std::uint32_t last) {
    auto& log = *static_cast<StepLog*>(memory);
    log.capacity_ = last;
    return log;
  }

  // By the thread itself.
  void note(Action action, Reason reason, std::uint64_t began_ns, std::uint64_t ended_ns) {
    const std::uint64_t took_ns = ended_ns - began_ns;
    Sum& sum = sums_[static_cast<std::uint32_t>(reason)][static_cast<std::uint32_t>(action)];
    sum.steps.store_relaxed(sum.steps.load_relaxed() + 1);
    sum.took_ns.store_relaxed(sum.took_ns.load_relaxed() + took_ns);
    const std::uint64_t noted = noted_.load_relaxed();
    Record& record = records()[noted % capacity_];
    record.began_ns.store_relaxed(began_ns);
    record.what.store_relaxed(took_ns << kWhatBits | static_cast<std::uint64_t>(action) << kActionShift |
                              static_cast<std::uint64_t>(reason));
    noted_.store_relaxed(noted + 1);
  }

  // How many of the last steps it has room for.
  std::uint32_t capacity() const { return capacity_; }
  Total total(Action action, Reason reason) const {
    const Sum& sum = sums_[static_cast<std::uint32_t>(reason)][static_cast<std::uint32_t>(action)];
    return {sum.steps.load_relaxed(), sum.took_ns.load_relaxed()};
  }

  // How many of the last steps are kept.
  std::uint32_t kept() const {
    const std::uint64_t noted = noted_.load_relaxed();
    return noted < capacity_ ? static_cast<std::uint32_t>(noted) : capacity_;
  }
  // The newest has age 0; `age` < kept().
  PastStep last(std::uint32_t age) const {
    const Record& record = records()[(noted_.load_relaxed() - 1 - age) % capacity_];
    const std::uint64_t what = record.what.load_relaxed();
    return {.began_ns = record.began_ns.load_relaxed(),
            .took_ns = what >> kWhatBits,
            .action = static_cast<Action>(what >> kActionShift & kByte),
            .reason = static_cast<Reason>(what & kByte)};
  }

 private:
  static constexpr std::uint32_t kActionShift = 8;
  static constexpr std::uint32_t kWhatBits = 16;
  static constexpr std::uint64_t kByte = 0xff;

  struct Sum {
    typename P::template Atomic<std::uint64_t> steps{0};
    typename P::template Atomic<std::uint64_t> took_ns{0};
  };
  struct Record {
    typename P::template Atomic<std::uint64_t> began_ns{0};
    // How long it took, the action and the reason.
    typename P::template Atomic<std::uint64_t> what{0};
  };

  Record* records() { return reinterpret_cast<Record*>(this + 1); }
  const Record* records() const { return reinterpret_cast<const Record*>(this + 1); }

  std::uint32_t capacity_ = 0;
  typename P::template Atomic<std::uint64_t> noted_{0};
  Sum sums_[kReasons][kActions];
};

// Lives while a step is executed, and notes it in the log, if there is one.
template <platform::Platform P>
class NotedStep {
 public:
  NotedStep(StepLog<P>* log, Step step) : log_(log), step_(step) {
    if (log_ != nullptr) [[unlikely]] {
      began_ns_ = P::now_ns();
    }
  }
  ~NotedStep() {
    if (log_ != nullptr) [[unlikely]] {
      log_->note(step_.action, step_.reason, began_ns_, P::now_ns());
    }
  }
  NotedStep(const NotedStep&) = delete;
  NotedStep& operator=(const NotedStep&) = delete;

 private:
  StepLog<P>* log_;
  Step step_;
  std::uint64_t began_ns_ = 0;
};

}  // namespace muster::waiting
