// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs programs and prints what came of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clients/clients.h"
#include "engine/explorer.h"
#include "runner/options.h"

namespace muster::verify {

// An explored program: how it ended, and the sites it came by.
struct Explored {
  const Program* program;
  Report report;
  std::vector<bool> sites;
};

// The programs that the options ask for.
Programs chosen_programs(const Options& options);

// Explores each, prints a line for each and the schedule of each failure.
std::vector<Explored> explore_all(const Programs& programs, const Options& options);

// Exit status of the three ways to run.
int run_programs(const Options& options);
int run_mutants(const Options& options);
int run_replay(const Options& options);

// The most executions of each program. With it the whole takes less than a minute on one core of the reference machine.
std::uint64_t executions_of(const Program& program, const Options& options);

void print_failure(const Report& report, const std::string& replay_command);

}  // namespace muster::verify
