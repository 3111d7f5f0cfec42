// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules as text: "0 0 1:2 1", a word a step: the thread and, unless 0, which of its choices.
#include <sstream>

#include "engine/explorer.h"

namespace muster::verify {

std::string Explorer::replay_string() const {
  std::string text;
  for (std::size_t index = 0; index < depth_; ++index) {
    const Node& node = nodes_[index];
    const std::uint32_t choice = node.ways[node.thread][node.way].choice;
    text += (text.empty() ? "" : ",") + std::to_string(node.thread);
    if (choice != 0) {
      text += ":" + std::to_string(choice);
    }
  }
  return text;
}

void Explorer::report_failure(Report& report) {
  report.verdict = Report::Verdict::failed;
  report.what = machine_.failure();
  report.replay = replay_string();
  const Report again = replay(report.replay);
  report.trace = again.trace;
  if (again.verdict == Report::Verdict::failed && again.what != report.what) {
    report.trace.push_back("(replayed, it ends with: " + again.what + ")");
  }
}

Report Explorer::replay(const std::string& schedule) {
  Report report;
  machine_.begin(program_, mutant_, true);
  std::istringstream words(schedule);
  std::string word;
  while (!machine_.failed() && std::getline(words, word, ',')) {
    std::istringstream parts(word);
    ThreadId thread = 0;
    std::uint32_t choice = 0;
    char colon = ':';
    parts >> thread;
    parts >> colon >> choice;
    if (thread < program_.threads) {
      machine_.choices(thread, choices_);
    }
    if (thread >= program_.threads || choice >= choices_.size()) {
      report.what = "the schedule does not fit the program at `" + word + "`";
      report.verdict = Report::Verdict::failed;
      report.trace = machine_.trace();
      return report;
    }
    machine_.execute(thread, Choice(choices_[choice]));
    ++depth_;
  }
  if (!machine_.failed()) {
    bool ended = true;
    bool can_go_on = false;
    for (ThreadId thread = 0; thread < program_.threads; ++thread) {
      ended = ended && machine_.finished(thread);
      machine_.choices(thread, choices_);
      can_go_on = can_go_on || !choices_.empty();
    }
    if (ended) {
      machine_.check();
    } else if (!can_go_on) {
      machine_.set_failure("nobody can go on: " + machine_.describe_blocked());
    }
  }
  report.trace = machine_.trace();
  if (machine_.failed()) {
    report.verdict = Report::Verdict::failed;
    report.what = machine_.failure();
  }
  return report;
}

}  // namespace muster::verify
