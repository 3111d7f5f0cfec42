// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decisions that the runtime has written down, as MUSTER_WAIT_STEPS prints them, and what the rules of today make of them.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "waiting/decide.h"

namespace muster::simulate {

struct RecordedStep {
  std::uint32_t line = 0;
  std::string action;
  std::string reason;
  // As it was written.
  std::string text;
  waiting::Situation situation;

  waiting::Step decided_now() const { return waiting::decide(situation); }
  bool is_as_recorded() const {
    const waiting::Step now = decided_now();
    return action == waiting::text_of(now.action) && reason == waiting::text_of(now.reason);
  }
};

struct Recording {
  // One for each line of the runtime that tells a situation; other lines, such as the program's, may stand between these.
  std::vector<RecordedStep> steps;
  // Not empty: one sentence with the number of the line that cannot be read.
  std::string error;
};

Recording read_recording(std::istream& lines);

}  // namespace muster::simulate
