// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of `verify`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace muster::verify {

struct Options {
  enum class Mode : std::uint8_t { programs, mutants, list, replay };

  Mode mode = Mode::programs;
  bool deep = false;
  std::uint64_t executions = 0;  // of each program at most; 0: the default
  std::string only;              // programs whose name contains this
  std::string program;           // to replay
  std::string schedule;
  std::string mutant;
};

// Nothing when the arguments make no sense; a message has been printed then.
std::optional<Options> parse_options(int count, char** arguments);

}  // namespace muster::verify
