// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StepLog: what a thread did while it waited, and why: how often and for how long in all, and its last steps; of these, and of the first of each kind, the
// situation in which it was decided. Kept where the user asks for it (MUSTER_WAIT_STEPS), to explain a slow program; a thread without one pays a look at a
// pointer at each step.
//
// The thread writes, and any other may read at any time, to report. What it reads is a hint: a step that is being noted may be seen in part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "platform/platform.h"
#include "waiting/decide.h"

namespace muster::waiting {

struct PastStep {
  std::uint64_t began_ns = 0;
  std::uint64_t took_ns = 0;
  Action action = Action::poll;
  Reason reason = Reason::all_run_elsewhere;
  // Not valid where the step was taken without one (has_situation).
  Situation situation = {};

  // No team has 0 threads.
  bool has_situation() const { return situation.threads != 0; }
};

// A Situation as words: no field is part of two of them, so each is read as it was written.
struct SituationWords {
  static constexpr std::size_t kWords = (sizeof(Situation) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  static_assert(alignof(Situation) <= alignof(std::uint64_t));

  void set(const Situation& now) { std::memcpy(words, &now, sizeof now); }
  Situation get() const {
    Situation now;
    std::memcpy(&now, words, sizeof now);
    return now;
  }

  std::uint64_t words[kWords];
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

  // By the thread itself. `situation` is null where nothing was gathered to decide.
  void note(Action action, Reason reason, std::uint64_t began_ns, std::uint64_t ended_ns,
            const SituationWords* situation = nullptr) {
    const std::uint64_t took_ns = ended_ns - began_ns;
    Sum& sum = sums_[static_cast<std::uint32_t>(reason)][static_cast<std::uint32_t>(action)];
    if (sum.steps.load_relaxed() == 0 || (situation != nullptr && !sum.first.is_set())) {
      sum.first_ns.store_relaxed(began_ns);
      sum.first.keep(situation);
    }
    sum.steps.store_relaxed(sum.steps.load_relaxed() + 1);
    sum.took_ns.store_relaxed(sum.took_ns.load_relaxed() + took_ns);
    const std::uint64_t noted = noted_.load_relaxed();
    Record& record = records()[noted % capacity_];
    record.began_ns.store_relaxed(began_ns);
    record.what.store_relaxed(took_ns << kWhatBits | static_cast<std::uint64_t>(action) << kActionShift |
                              static_cast<std::uint64_t>(reason));
    record.situation.keep(situation);
    noted_.store_relaxed(noted + 1);
  }

  // How many of the last steps it has room for.
  std::uint32_t capacity() const { return capacity_; }
  Total total(Action action, Reason reason) const {
    const Sum& sum = sums_[static_cast<std::uint32_t>(reason)][static_cast<std::uint32_t>(action)];
    return {sum.steps.load_relaxed(), sum.took_ns.load_relaxed()};
  }

  // There must have been a step of this kind. It is the first for which a situation was gathered, or else the first of all.
  PastStep first(Action action, Reason reason) const {
    const Sum& sum = sums_[static_cast<std::uint32_t>(reason)][static_cast<std::uint32_t>(action)];
    return {.began_ns = sum.first_ns.load_relaxed(),
            .action = action,
            .reason = reason,
            .situation = sum.first.situation()};
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
            .reason = static_cast<Reason>(what & kByte),
            .situation = record.situation.situation()};
  }

 private:
  static constexpr std::uint32_t kActionShift = 8;
  static constexpr std::uint32_t kWhatBits = 16;
  static constexpr std::uint64_t kByte = 0xff;

  // Zeroes stand for none.
  struct Kept {
    void keep(const SituationWords* situation) {
      for (std::size_t index = 0; index < SituationWords::kWords; ++index) {
        words[index].store_relaxed(situation == nullptr ? 0 : situation->words[index]);
      }
    }
    // The first word has the number of threads.
    bool is_set() const { return words[0].load_relaxed() != 0; }
    Situation situation() const {
      SituationWords found;
      for (std::size_t index = 0; index < SituationWords::kWords; ++index) {
        found.words[index] = words[index].load_relaxed();
      }
      return found.get();
    }

    typename P::template Atomic<std::uint64_t> words[SituationWords::kWords];
  };
  struct Sum {
    typename P::template Atomic<std::uint64_t> steps{0};
    typename P::template Atomic<std::uint64_t> took_ns{0};
    typename P::template Atomic<std::uint64_t> first_ns{0};
    Kept first;
  };
  struct Record {
    typename P::template Atomic<std::uint64_t> began_ns{0};
    // How long it took, the action and the reason.
    typename P::template Atomic<std::uint64_t> what{0};
    Kept situation;
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
  // `now` is copied, as the step changes it.
  NotedStep(StepLog<P>* log, Step step, const Situation& now) : NotedStep(log, step) {
    if (log_ != nullptr) [[unlikely]] {
      situation_.set(now);
      has_situation_ = true;
    }
  }
  ~NotedStep() {
    if (log_ != nullptr) [[unlikely]] {
      log_->note(step_.action, step_.reason, began_ns_, P::now_ns(), has_situation_ ? &situation_ : nullptr);
    }
  }
  NotedStep(const NotedStep&) = delete;
  NotedStep& operator=(const NotedStep&) = delete;

 private:
  StepLog<P>* log_;
  Step step_;
  bool has_situation_ = false;
  std::uint64_t began_ns_ = 0;
  // Written where there is a log.
  SituationWords situation_;
};

}  // namespace muster::waiting
