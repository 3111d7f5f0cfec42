// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "course.h"

#include <sched.h>

#include <algorithm>

#include "clock.h"

namespace muster::bench {
namespace {

// Threads that were just woken reach their first barrier tens of microseconds apart.
constexpr long kWarmUp = 16;

// Beside a busy process a barrier may take milliseconds: a check ends when it has taken so long.
constexpr std::uint32_t kCheckedAtOnce = 20;
constexpr double kCheck_us = 50'000;

barriers::Shape for_team(barriers::Shape shape, std::uint32_t threads) {
  shape.capacity = threads;
  return shape;
}

}  // namespace

bool can_do(const Algorithm& algorithm, Mode mode) {
  switch (mode) {
    case Mode::exchange: return true;
    case Mode::rooted: return algorithm.capabilities.rooted;
    case Mode::combine: return algorithm.capabilities.rooted && algorithm.capabilities.combines;
  }
  return false;
}

Course::Course(const Algorithm& algorithm, Mode mode, Team& team, barriers::Shape shape)
    : algorithm_(algorithm),
      mode_(mode),
      team_(team),
      storage_(algorithm, for_team(shape, team.threads())),
      slots_(team.threads()) {
  if (mode == Mode::combine) {
    adds_.context = slots_.data();
    adds_.combine = [](void* context, std::uint32_t into, std::uint32_t from) {
      auto* slots = static_cast<Slot*>(context);
      slots[into].sum += slots[from].sum;
    };
  }
}

void Course::pass(std::uint32_t slot, Waiter& waiter, base::Episode episode) {
  const std::uint64_t threads = team_.threads();
  const barriers::Arrival arrival{slot, team_.threads(), episode};
  Slot& own = slots_[slot];
  if (mode_ == Mode::exchange) {
    algorithm_.exchange(storage_.get(), arrival, waiter);
  } else {
    own.sum = slot + 1;
    algorithm_.gather(storage_.get(), arrival, waiter, adds_);
    if (mode_ == Mode::combine && slot == 0 && own.sum != threads * (threads + 1) / 2) {
      ++own.wrong;
    }
    algorithm_.release(storage_.get(), arrival, waiter);
  }
  ++own.passed;
}

// Past the barrier every thread must be seen in this round, or already before the next: nobody can be two ahead.
void Course::check_one(std::uint32_t slot, Waiter& waiter, base::Episode episode, std::uint32_t round) {
  if (round % team_.threads() == slot) {
    sched_yield();  // somebody is late
  }
  __atomic_store_n(&slots_[slot].seen, episode, __ATOMIC_RELAXED);
  pass(slot, waiter, episode);
  for (Slot& other : slots_) {
    const base::Episode seen = __atomic_load_n(&other.seen, __ATOMIC_RELAXED);
    slots_[slot].wrong += seen < episode || seen > episode + 1 ? 1 : 0;
  }
}

std::string Course::check() {
  const std::uint32_t rounds = 400 / team_.threads() + kCheckedAtOnce;
  const double start_us = now_us();
  std::fill(slots_.begin(), slots_.end(), Slot{});
  for (std::uint32_t done = 0; done < rounds && now_us() - start_us < kCheck_us; done += kCheckedAtOnce) {
    team_.run([&](std::uint32_t slot, Waiter& waiter) {
      for (std::uint32_t round = done + 1; round <= done + kCheckedAtOnce; ++round) {
        check_one(slot, waiter, episode_ + round - done, round);
      }
    });
    episode_ += kCheckedAtOnce;
  }
  const bool torn = std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.wrong != 0; });
  return torn ? "a thread passed the barrier before the whole team had reached it, or a part was not added once" : "";
}

std::string Course::run(long count, double& elapsed_us, Sample& sample) {
  const long warm_up = std::min(count, kWarmUp);
  const base::Episode before = episode_;
  struct usage spent = {};
  std::fill(slots_.begin(), slots_.end(), Slot{});
  team_.run([&](std::uint32_t slot, Waiter& waiter) {
    base::Episode episode = before;
    for (long i = 0; i < warm_up; ++i) {
      pass(slot, waiter, ++episode);
    }
    if (slot != 0) {
      for (long i = 0; i < count; ++i) {
        pass(slot, waiter, ++episode);
      }
      return;
    }
    const struct usage at_start = usage_of(RUSAGE_SELF);
    const double start_us = now_us();
    for (long i = 0; i < count; ++i) {
      pass(slot, waiter, ++episode);
    }
    elapsed_us = now_us() - start_us;
    const struct usage at_end = usage_of(RUSAGE_SELF);
    spent.cpu_us = at_end.cpu_us - at_start.cpu_us;
    spent.switches = at_end.switches - at_start.switches;
  });
  episode_ += static_cast<base::Episode>(warm_up + count);
  for (const Slot& slot : slots_) {
    if (slot.passed != static_cast<std::uint64_t>(warm_up + count)) {
      return "a thread did not pass every barrier";
    }
    if (slot.wrong != 0) {
      return "a part was not added exactly once";
    }
  }
  const auto barriers = static_cast<double>(count);
  sample = {elapsed_us * 1e3 / barriers, spent.cpu_us * 1e3 / barriers, static_cast<double>(spent.switches) / barriers,
            count};
  return "";
}

std::string Course::calibrate(double budget_ms) {
  budget_us_ = budget_ms * 1e3;
  Sample ignored{};
  for (;;) {
    double elapsed_us = 0;
    std::string wrong = run(count_, elapsed_us, ignored);
    if (!wrong.empty()) {
      return wrong;
    }
    // A sixteenth of the budget is enough to extrapolate from; at most 16 times as many at once, because the first run may be
    // untypical by far.
    const bool enough = elapsed_us >= budget_us_ / 16;
    const double growth = (enough ? budget_us_ : budget_us_ / 8) / std::max(elapsed_us, 0.1);
    const double bounded = enough ? growth : std::clamp(growth, 2.0, 16.0);
    count_ = std::max(1L, static_cast<long>(static_cast<double>(count_) * bounded));
    if (enough) {
      return "";
    }
  }
}

std::string Course::measure() {
  double elapsed_us = 0;
  Sample sample{};
  std::string wrong = run(count_, elapsed_us, sample);
  if (wrong.empty()) {
    samples_.push_back(sample);
    if (elapsed_us > 3 * budget_us_ || elapsed_us < budget_us_ / 3) {
      count_ = std::max(1L, static_cast<long>(static_cast<double>(count_) * budget_us_ / elapsed_us));
    }
  }
  return wrong;
}

}  // namespace muster::bench
