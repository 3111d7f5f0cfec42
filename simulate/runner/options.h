// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of `simulate`, which is written for programs; people use `muster simulate`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "programs/program.h"
#include "programs/rows.h"
#include "programs/waiting_team.h"
#include "tasks/count_pace.h"

namespace muster::simulate {

struct Options {
  enum class Mode : std::uint8_t { run, wait, drain, rules, reductions, validate, replay, machines };

  Mode mode = Mode::run;
  std::string machine;
  std::vector<std::uint32_t> threads;
  std::vector<Construct> constructs;
  // Empty: all that can serve the construct.
  std::vector<std::string> rows;
  bool peers = false;
  // The file with the recorded steps.
  std::string recording;
  Load load;
  // From so many threads on, those of a drained barrier add up in turn.
  std::uint32_t in_turn_from = tasks::kThreadsInTurn;
  Placement placement = Placement::close;
  Home home = Home::toucher;
  std::uint32_t episodes = 30;
  std::uint64_t seed = 1;
};

// Nothing when the arguments make no sense; a message has been printed then.
std::optional<Options> parse_options(int count, char** arguments);

std::string name_of(Construct construct);

}  // namespace muster::simulate
