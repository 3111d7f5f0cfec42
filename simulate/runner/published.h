// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Published measurements (published/*.csv), and how a prediction compares with them.
#pragma once

#include <string>
#include <vector>

namespace muster::simulate {

// The rows of a file without its comments, a vector of fields each. Throws std::runtime_error when there is none.
std::vector<std::vector<std::string>> read_published(const std::string& file);

// One line of the table of `validate`.
struct Comparison {
  std::string source;
  std::string what;
  double published = 0;
  double predicted = 0;
  std::string unit;
  // How far they may be apart, as a share of what was published; 0: what was fitted, which is shown only.
  double bound = 0;
  // In place of a bound: so many times as much, or as little, is allowed.
  double factor = 0;

  double error() const { return published == 0 ? 0 : predicted / published - 1; }
  bool holds() const {
    return (bound == 0 || (error() <= bound && error() >= -bound)) &&
           (factor == 0 || (predicted <= published * factor && predicted * factor >= published));
  }
};

// Prints it as JSON, and returns whether it holds.
bool print(const Comparison& comparison);
// Which algorithm is best: as published, as predicted, and how far the published one is behind.
struct BestComparison {
  std::string source;
  std::string what;
  std::string published;
  std::string predicted;
  double ratio = 1;
  bool holds = false;
};
bool print_best(const BestComparison& comparison);
// A statement about several rows, which holds or not.
bool print_finding(const std::string& source, const std::string& what, bool holds);

}  // namespace muster::simulate
