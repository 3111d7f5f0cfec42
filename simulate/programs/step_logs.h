// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the waiters of a simulated team decided, from the logs that the runtime keeps too (waiting/step_log.h). A thread pays for its log what it reads the clock for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/arena.h"
#include "engine/simulation.h"
#include "simulated_platform.h"

namespace muster::simulate {

// What waiters did, and why (waiting/decide.h): in all threads and constructs.
struct Decision {
  std::string action;
  std::string reason;
  std::uint64_t steps = 0;
  std::uint64_t took_ns = 0;
  // The first of these steps: when it began, by which thread, and the situation in which it was decided, as waiting/situation_text.h has it. The text is
  // empty where all is as in a Situation that nobody has changed, or nothing was gathered.
  std::uint64_t first_ns = 0;
  std::uint32_t first_thread = 0;
  std::string situation;
};

class StepLogs {
 public:
  using Log = waiting::StepLog<Simulated>;

  StepLogs(Simulation& simulation, std::uint32_t threads);

  Log& of(std::uint32_t slot) { return *logs_[slot]; }
  // The most costly first.
  std::vector<Decision> decisions() const;

 private:
  // Adds up the steps of one kind over all threads.
  Decision sum_of(waiting::Action action, waiting::Reason reason) const;

  Arena memory_;
  std::vector<Log*> logs_;
};

}  // namespace muster::simulate
