// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/published.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "runner/json.h"

namespace muster::simulate {

std::vector<std::vector<std::string>> read_published(const std::string& file) {
  std::ifstream lines(std::string(MUSTER_SIMULATE_PUBLISHED) + "/" + file);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) {
      row.push_back(field);
    }
  }
  if (rows.empty()) {
    throw std::runtime_error("there are no published figures in " + file);
  }
  return rows;
}

bool print(const Comparison& comparison) {
  JsonLine()
      .text("source", comparison.source)
      .text("what", comparison.what)
      .text("unit", comparison.unit)
      .number("published", comparison.published)
      .number("predicted", comparison.predicted)
      .number("error", comparison.error())
      .number("bound", comparison.bound)
      .number("factor", comparison.factor)
      .truth("holds", comparison.holds())
      .print();
  return comparison.holds();
}

bool print_best(const BestComparison& comparison) {
  JsonLine()
      .text("source", comparison.source)
      .text("what", comparison.what)
      .text("published_best", comparison.published)
      .text("predicted_best", comparison.predicted)
      .number("ratio", comparison.ratio)
      .truth("holds", comparison.holds)
      .print();
  return comparison.holds;
}

bool print_finding(const std::string& source, const std::string& what, bool holds) {
  JsonLine().text("source", source).text("what", what).truth("holds", holds).print();
  return holds;
}

}  // namespace muster::simulate
