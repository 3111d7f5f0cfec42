// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executions that are not searched for: replayed, or at random. Schedules are text: "0 0 1:2 1", a word a step: the thread and, unless 0, which of its choices.
#include <sstream>

#include "engine/explorer.h"

namespace muster::verify {

namespace {

void add_step(std::string& schedule, ThreadId thread, std::uint32_t choice) {
  schedule += (schedule.empty() ? "" : ",") + std::to_string(thread);
  if (choice != 0) {
    schedule += ":" + std::to_string(choice);
  }
}

}  // namespace

std::string Explorer::replay_string() const {
  std::string schedule;
  for (std::size_t index = 0; index < depth_; ++index) {
    const Node& node = nodes_[index];
    add_step(schedule, node.thread, node.ways[node.thread][node.way].choice);
  }
  return schedule;
}

void Explorer::report_failure(const std::string& schedule) {
  report_.verdict = Report::Verdict::failed;
  report_.what = machine_.failure();
  report_.replay = schedule;
  const Report again = replay(schedule);
  report_.trace = again.trace;
  if (again.verdict == Report::Verdict::failed && again.what != report_.what) {
    report_.trace.push_back("(replayed, it ends with: " + again.what + ")");
  }
}

// Executions at random, the same in each run of the same program.
void Explorer::sample() {
  std::mt19937_64 random(limits_.executions);
  for (std::uint64_t left = limits_.samples ? limits_.executions : 0; left != 0; --left) {
    const std::string schedule = run_at_random(random);
    if (machine_.failed()) {
      report_failure(schedule);
      return;
    }
    ++report_.sampled;
  }
}

std::string Explorer::run_at_random(std::mt19937_64& random) {
  std::string schedule;
  machine_.begin(program_, mutant_, false);
  for (std::uint32_t steps = 0; !machine_.failed(); ++steps) {
    if (steps == kMaxSteps) {
      machine_.set_failure("no end after " + std::to_string(kMaxSteps) + " steps: a loop that waits for nobody");
      break;
    }
    // The first thread from a random one on that can go on.
    const auto first = static_cast<ThreadId>(random() % program_.threads);
    ThreadId offset = 0;
    for (choices_.clear(); choices_.empty() && offset != program_.threads; ++offset) {
      machine_.choices((first + offset) % program_.threads, choices_);
    }
    if (choices_.empty()) {
      end_of_execution();
      break;
    }
    const ThreadId thread = (first + offset - 1) % program_.threads;
    const auto choice = static_cast<std::uint32_t>(random() % choices_.size());
    add_step(schedule, thread, choice);
    machine_.execute(thread, Choice(choices_[choice]));
  }
  return schedule;
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
