// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quota: how much CPU time a process may have in each period, on all CPUs together, as Linux gives it to a control group (`cpu.max`).
//
// Source    Documentation/scheduler/sched-bwc.rst and kernel/sched/fair.c: a CPU takes a slice of 5 ms (sched_cfs_bandwidth_slice_us) from what the group
//           has left, and another when it has used that up. Where nothing is left it stops the threads of the group until the next period, which is
//           100 ms (default_cfs_period) unless it is set. A CPU that has nothing to do gives back all but 1 ms (min_cfs_rq_runtime). Turner, Rao and
//           Rao, "CPU bandwidth control for CFS", Linux Symposium 2010, has the design.
//           Simpler than there: a CPU that has been stopped waits for the next period, also where another one gives something back.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/time.h"

namespace muster::simulate {

struct Quota {
  // CPU time for each time that passes; 0: there is no quota.
  double cpus = 0;
  Time period = from_ns(100'000'000);
};

// What is left of it in this period.
class Bandwidth {
 public:
  static constexpr Time kSlice = from_ns(5'000'000);
  static constexpr Time kKept = from_ns(1'000'000);

  explicit Bandwidth(const Quota& quota)
      : period_(quota.period), each_period_(from_ns(quota.cpus * to_ns(quota.period))), left_(each_period_) {}

  bool is_limited() const { return each_period_ != 0; }
  Time period() const { return period_; }

  void begin_period() { left_ = each_period_; }
  // As much as is left of that.
  Time take(Time wanted) {
    const Time taken = std::min(wanted, left_);
    left_ -= taken;
    return taken;
  }
  void give_back(Time time) { left_ += time; }

 private:
  Time period_;
  Time each_period_;
  Time left_;
};

}  // namespace muster::simulate
