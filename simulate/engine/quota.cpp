// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which threads the quota of their process lets run (quota.h).
#include "engine/quota.h"

#include <algorithm>

#include "engine/simulation.h"

namespace muster::simulate {

void Simulation::limit(const Quota& quota) {
  bandwidth_ = Bandwidth(quota);
  if (bandwidth_.is_limited()) {
    events_.plan(bandwidth_.period(), EventKind::refill, 0, 0);
    ++standing_events_;
  }
}

bool Simulation::may_have(ThreadId id, std::uint32_t cpu) {
  if (!is_limited(*threads_[id])) {
    return true;
  }
  Processor& processor = cpus_[cpu];
  if (!processor.is_throttled && processor.granted <= 0) {
    const Time wanted = Bandwidth::kSlice + static_cast<Time>(-processor.granted);
    processor.granted += static_cast<std::int64_t>(bandwidth_.take(wanted));
    processor.is_throttled = processor.granted <= 0;
  }
  return !processor.is_throttled;
}

// For what the running thread has had.
void Simulation::charge(Processor& processor, Time at) {
  if (at > processor.charged_until) {
    processor.granted -= static_cast<std::int64_t>(at - processor.charged_until);
    processor.charged_until = at;
  }
}

void Simulation::give_back_quota(Processor& processor) {
  constexpr auto kKept = static_cast<std::int64_t>(Bandwidth::kKept);
  if (processor.granted > kKept) {
    bandwidth_.give_back(static_cast<Time>(processor.granted - kKept));
    processor.granted = kKept;
  }
}

void Simulation::plan_end_of_grant(std::uint32_t cpu) {
  const Processor& processor = cpus_[cpu];
  events_.plan(processor.charged_until + static_cast<Time>(processor.granted), EventKind::end_of_grant, cpu,
               processor.turn);
}

void Simulation::end_grant(std::uint32_t cpu, std::uint32_t turn, Time at) {
  Processor& processor = cpus_[cpu];
  if (processor.turn != turn || processor.is_idle()) {
    return;
  }
  charge(processor, at);
  if (may_have(processor.running, cpu)) {
    return plan_end_of_grant(cpu);
  }
  ++threads_[processor.running]->counts.stops;
  processor.ready.push_front(processor.running);
  interrupt(*threads_[processor.running], at);
}

// The CPUs that were stopped go on in their order, as long as there is something left.
void Simulation::refill(Time at) {
  bandwidth_.begin_period();
  for (std::uint32_t cpu = 0; cpu < cpus_.size(); ++cpu) {
    Processor& processor = cpus_[cpu];
    if (!processor.is_throttled) {
      continue;
    }
    processor.is_throttled = false;
    if (processor.is_idle()) {
      give_cpu_to_next(cpu, at);
    } else if (!processor.ready.empty()) {
      events_.plan(std::max(at, processor.slice_ends), EventKind::preempt, cpu, processor.turn);
    }
  }
  events_.plan(at + bandwidth_.period(), EventKind::refill, 0, 0);
}

}  // namespace muster::simulate
