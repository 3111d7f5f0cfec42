// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Course: one algorithm in one mode, on one team: run, timed and checked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "team.h"

namespace muster::bench {

enum class Mode : std::uint8_t {
  exchange,  // a plain barrier
  rooted,    // gather, then release: a join and the fork after it
  combine,   // the same with a Combiner that adds: a reduction
};
constexpr std::string_view kModeNames[] = {"exchange", "rooted", "combine"};

bool can_do(const Algorithm& algorithm, Mode mode);

struct Sample {
  double ns;        // a barrier
  double cpu_ns;    // user and system time of the process, a barrier
  double switches;  // context switches of the process, a barrier
  long count;       // barriers in the repetition
};

class Course {
 public:
  // `shape` says all but the number of threads, which is the team's.
  Course(const Algorithm& algorithm, Mode mode, Team& team, barriers::Shape shape = {});

  const Algorithm& algorithm() const { return algorithm_; }
  Mode mode() const { return mode_; }
  const std::vector<Sample>& samples() const { return samples_; }

  // An untimed proof that nobody passes before all have come and that everybody sees what was written before; in mode combine
  // that each thread's part is added once. Returns what is wrong, or an empty text.
  std::string check();

  // Finds how many barriers fill `budget_ms`. As for measure().
  std::string calibrate(double budget_ms);

  // One repetition, kept as a sample. Returns what is wrong with the work that it did, or an empty text.
  std::string measure();

 private:
  // What a thread writes; a line and its neighbour each, so that nothing but the algorithm moves lines.
  struct alignas(128) Slot {
    std::uint64_t sum = 0;     // combine: its own part and those of its children
    std::uint64_t passed = 0;  // barriers
    base::Episode seen = 0;    // check: the barrier that it is about to enter
    std::uint64_t wrong = 0;
  };

  std::string run(long count, double& elapsed_us, Sample& sample);
  void pass(std::uint32_t slot, Waiter& waiter, base::Episode episode);
  void check_one(std::uint32_t slot, Waiter& waiter, base::Episode episode, std::uint32_t round);

  const Algorithm& algorithm_;
  const Mode mode_;
  Team& team_;
  Storage storage_;
  std::vector<Slot> slots_;
  barriers::Combiner adds_;
  base::Episode episode_ = 0;
  double budget_us_ = 0;
  long count_ = 1;
  std::vector<Sample> samples_;
};

}  // namespace muster::bench
