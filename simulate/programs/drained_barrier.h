// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers before which each thread has made a task and run it, so that all ask whether any is left: the shipped Drain and the runtime's own waiter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "programs/program.h"
#include "tasks/count_pace.h"

namespace muster::simulate {

struct DrainOutcome {
  Outcome outcome;
  // The lines that came to each thread in its last barrier, from when all had come until it began to wait.
  std::vector<std::uint64_t> lines_at_entry;
};

// `row`: the barrier in front of it. `in_turn_from`: as of tasks::CountPace::take_turn.
DrainOutcome run_drained_barriers(const std::string& row, const Course& course,
                                  std::uint32_t in_turn_from = tasks::kThreadsInTurn);

}  // namespace muster::simulate
