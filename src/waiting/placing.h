// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placing: when a waiting thread goes to another CPU, because of the company that it has on its own (company.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "platform/platform.h"
#include "waiting/company.h"
#include "waiting/intervals.h"
#include "waiting/presence.h"

namespace muster::waiting {

template <platform::Platform P>
class Placing {
 public:
  // Of workers: whether this is the CPU to be on. Does nothing if it was asked within the interval.
  void look_around(const Roster<P>& team, std::uint32_t slot, Presence<P>& self, std::uint32_t cpus,
                   std::uint64_t now_ns) {
    if (now_ns - last_look_ns_ < kSpreadInterval_ns) {
      return;
    }
    // A smaller team may be at work while the thread waits for the next region of its own.
    const std::uint32_t threads = std::max(team.size(), slot + 1);
    // The system has just put a new thread where it is.
    if (std::exchange(last_look_ns_, now_ns) != 0 &&
        should_leave(company_of(team, threads, slot, self), threads, cpus)) {
      P::leave_cpu(self.last_cpu());
    }
  }

  // A teammate is on the thread's CPU: whether to park in order to be placed anew. May move the thread itself instead.
  //
  // Waking up finds an idle CPU if there is one. If there is none, half a CPU that another process works on is better than none,
  // and with two CPUs there is only one other. Only workers move: the program's own threads are the program's. The primary
  // does not even park, for who wakes it would take it along (kAvoidFutileYieldsWhereAllFit_ns).
  bool spreads(const Roster<P>& team, std::uint32_t slot, Presence<P>& self, std::uint32_t cpus, std::uint64_t now_ns) {
    if (slot == 0 || team.size() > cpus || now_ns - last_spread_ns_ < kSpreadInterval_ns) {
      return false;
    }
    last_spread_ns_ = now_ns;
    parked_to_spread_ = cpus < 2 || (cpus > 2 && !parked_to_spread_);
    if (!parked_to_spread_) {
      P::leave_cpu(self.last_cpu());
    }
    return parked_to_spread_;
  }

 private:
  std::uint64_t last_spread_ns_ = 0;
  std::uint64_t last_look_ns_ = 0;
  bool parked_to_spread_ = false;
};

}  // namespace muster::waiting
