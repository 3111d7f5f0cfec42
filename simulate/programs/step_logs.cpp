// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/step_logs.h"

#include <algorithm>
#include <functional>

namespace muster::simulate {
namespace {

constexpr std::uint32_t kLastSteps = 1;
// The arena gives each log lines of its own.
constexpr std::size_t kBytes = StepLogs::Log::bytes_for(kLastSteps);
constexpr std::size_t kBytesWithGap = kBytes + 2 * base::kCacheLineBytes;

}  // namespace

StepLogs::StepLogs(Simulation& simulation, std::uint32_t threads) : memory_(threads * kBytesWithGap) {
  simulation.set_aside(memory_);
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    logs_.push_back(&Log::in_zeroed(memory_.allocate(kBytes), kLastSteps));
  }
}

Decision StepLogs::sum_of(waiting::Action action, waiting::Reason reason) const {
  Decision sum{.action = waiting::text_of(action), .reason = waiting::text_of(reason), .situation = {}};
  for (std::uint32_t slot = 0; slot < logs_.size(); ++slot) {
    const Log::Total total = logs_[slot]->total(action, reason);
    if (total.steps == 0) {
      continue;
    }
    const waiting::PastStep first = logs_[slot]->first(action, reason);
    if (sum.steps == 0 || first.began_ns < sum.first_ns) {
      sum.first_ns = first.began_ns;
      sum.first_thread = slot;
      sum.situation = first.has_situation() ? waiting::SituationText(first.situation).c_str() : "";
    }
    sum.steps += total.steps;
    sum.took_ns += total.took_ns;
  }
  return sum;
}

std::vector<Decision> StepLogs::decisions() const {
  std::vector<Decision> all;
  for (std::uint32_t action = 0; action < waiting::kActions; ++action) {
    for (std::uint32_t reason = 0; reason < waiting::kReasons; ++reason) {
      const Decision sum = sum_of(static_cast<waiting::Action>(action), static_cast<waiting::Reason>(reason));
      if (sum.steps != 0) {
        all.push_back(sum);
      }
    }
  }
  std::ranges::sort(all, std::ranges::greater(), &Decision::took_ns);
  return all;
}

}  // namespace muster::simulate
