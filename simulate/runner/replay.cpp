// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules of today decide in situations that were recorded.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "runner/json.h"
#include "runner/recording.h"
#include "runner/run.h"

namespace muster::simulate {

int replay(const Options& options) {
  std::ifstream file(options.recording);
  if (!file) {
    throw std::runtime_error(options.recording + " cannot be read: " + std::strerror(errno));
  }
  const Recording recording = read_recording(file);
  if (!recording.error.empty()) {
    throw std::runtime_error(options.recording + ", " + recording.error);
  }
  if (recording.steps.empty()) {
    throw std::runtime_error(options.recording +
                             " has no situation: the runtime prints them where MUSTER_WAIT_STEPS is set");
  }
  bool all_as_recorded = true;
  for (const RecordedStep& step : recording.steps) {
    const waiting::Step now = step.decided_now();
    all_as_recorded = all_as_recorded && step.is_as_recorded();
    JsonLine()
        .number("line", step.line)
        .text("action", step.action)
        .text("reason", step.reason)
        .text("action_now", waiting::text_of(now.action))
        .text("reason_now", waiting::text_of(now.reason))
        .truth("holds", step.is_as_recorded())
        .text("situation", step.text)
        .print();
  }
  return all_as_recorded ? 0 : 1;
}

}  // namespace muster::simulate
