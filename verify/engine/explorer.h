// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explorer: runs a program in all ways that differ in the order of dependent steps or in what a read reads, by dynamic
// partial-order reduction (Abdulla, Aronsson, Jonsson, Sagonas 2014: source sets with sleep sets). README.md has the argument.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "engine/machine.h"
#include "engine/program.h"

namespace muster::verify {

struct Report {
  enum class Verdict : std::uint8_t { exhaustive, bounded, failed };

  Verdict verdict = Verdict::exhaustive;
  std::uint64_t executions = 0;  // complete ones
  std::uint64_t abandoned = 0;   // found to be like one before
  std::uint64_t sampled = 0;     // at random
  std::uint32_t longest = 0;     // steps
  // What failed, and how to run it again.
  std::string what;
  std::string replay;
  std::vector<std::string> trace;
};

struct Limits {
  std::uint64_t executions = 100'000;
  // Where these do not suffice, as many at random on top: a bounded search sees only one corner.
  bool samples = true;
  // Without reduction: every interleaving. For testing the explorer itself.
  bool reduces = true;
};

class Explorer {
 public:
  Explorer(const Program& program, const Mutant& mutant, const Limits& limits);

  // `after_each` is called after each complete execution.
  Report explore(const std::function<void()>& after_each = [] {});
  // Runs the one execution that the string of a report names.
  Report replay(const std::string& schedule);

 private:
  struct Sleeper {
    ThreadId thread;
    std::uint64_t label;
    Footprint footprint;
  };
  // A way to go on from a node.
  struct Way {
    std::uint64_t label;
    std::uint32_t choice;  // index among the thread's choices, for the replay string
    bool asleep;
    Footprint footprint;
  };
  // The state before a step.
  struct Node {
    std::vector<Way> ways[kMaxThreads];
    std::vector<Sleeper> sleeping;
    std::uint32_t enabled = 0;  // threads; bit sets
    std::uint32_t wanted = 0;   // to be explored from here
    std::uint32_t explored = 0;
    ThreadId thread = 0;  // the one being explored, and which of its ways
    std::size_t way = 0;
    bool dead_end = false;  // nothing left that is not asleep
  };
  struct Event {
    ThreadId thread;
    std::uint32_t step;
    Footprint footprint;
    Clock clock;
    bool awaits;
    std::uint64_t wanted;
  };

  void run_once();
  bool next_branch();
  void sample();
  std::string run_at_random(std::mt19937_64& random);
  bool first_awake(const Node& node, ThreadId thread, std::size_t from, std::size_t& way) const;

  void open_node();
  void pick_thread(Node& node);
  void step(Node& node);
  void pass_on_sleepers(const Node& node, const Footprint& footprint);

  void record(Event event);
  void find_races(const Event& event, Clock& clock);
  void reverse(std::size_t earlier, const Event& event, const Clock& clock);
  void check_word_moves_on(const Event& event, std::uint64_t value);
  void end_of_execution();
  std::string replay_string() const;
  void report_failure(const std::string& schedule);

  const Program& program_;
  Mutant mutant_;
  Limits limits_;
  Machine& machine_ = Machine::instance();
  // Nodes and events up to depth_ are in use.
  std::vector<Node> nodes_;
  std::vector<Event> events_;
  std::size_t depth_ = 0;
  std::size_t kept_ = 0;  // events of the last execution that this one has too
  std::vector<std::size_t> races_;
  std::vector<Choice> choices_;
  std::vector<Sleeper> next_sleeping_;
  Report report_;
  bool abandoned_ = false;
};

}  // namespace muster::verify
