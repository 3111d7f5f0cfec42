// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the command line asks for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "course.h"

namespace muster::bench {

enum class Task : std::uint8_t { measure, list, machine, profile };

struct Options {
  Task task = Task::measure;
  long threads = 2;
  double budget_ms = 20;
  long repetitions = 5;
  bool pinned = false;
  barriers::Placement placement = barriers::Placement::unbound;
  std::string wait = "default";
  std::uint64_t blocktime_ns = waiting::kAdaptive;  // the runtime's default
  barriers::Shape shape;
  std::string profile;
  std::vector<Mode> modes{Mode::exchange, Mode::rooted, Mode::combine};
  std::vector<const Algorithm*> algorithms;  // never empty
};

// Ends the program with status 2 and a message where the words cannot be used.
Options read_options(int argc, char** argv);

// Ends the program with status 2 and this message.
[[noreturn]] void stop(const std::string& message);

}  // namespace muster::bench
