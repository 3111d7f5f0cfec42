// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team that waits as the runtime does, by waiting::Waiter: it may have more threads than CPUs, its threads may sleep, and others may want its CPUs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "programs/program.h"
#include "programs/rows.h"
#include "programs/step_logs.h"

namespace muster::simulate {

// What the threads compute between two constructs.
struct Load {
  double work_ns = 0;
  // One thread, another one each time, computes so much longer.
  double late_ns = 0;
  // As in OMP_WAIT_POLICY and KMP_BLOCKTIME: 0 is PASSIVE, waiting::kForever is ACTIVE. libomp's default is 200 ms.
  std::uint64_t blocktime_ns = 200'000'000;
  // As many other processes compute all the time, from CPU 0 on.
  std::uint32_t strangers = 0;
  // It holds for the team's process alone.
  Quota quota = {};
  // As in some sandboxes: sched_yield() returns at once.
  bool yields_do_nothing = false;
};

struct LoadOutcome {
  Outcome outcome;
  // The most costly first.
  std::vector<Decision> decisions;
};

// Barriers inside of one region, or regions, by a row of the registry.
LoadOutcome run_waiting(Construct construct, const std::string& row, const Course& course, const Load& load);

}  // namespace muster::simulate
