// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The best barrier algorithm on SGI's Altix, by construct and number of threads, as OpenUH's authors published it.
#include <algorithm>

#include "programs/epcc.h"
#include "runner/machines.h"
#include "runner/published.h"
#include "runner/validate.h"

namespace muster::simulate {
namespace {

constexpr const char* kSource = "Nanjegowda et al., IWOMP 2009";
// Those that the publication compares.
constexpr const char* kAlgorithms[] = {"central", "dissemination", "tree", "tournament"};
constexpr double kNear = 1.1;

// The columns of the file after machine and threads.
struct Column {
  Construct construct;
  const char* name;
};
constexpr Column kColumns[] = {
    {Construct::barrier, "barrier"}, {Construct::reduction, "reduction"}, {Construct::region, "parallel"}};

std::string row_name(const std::string& published) { return published == "centralized" ? "central" : published; }

}  // namespace

OpenuhScore score_openuh(const Options& options) {
  const Machine machine = machines_for("altix-1024").front();
  OpenuhScore score;
  for (const std::vector<std::string>& fields : read_published("openuh_best_barrier.csv")) {
    if (fields.at(0) != "altix") {
      continue;
    }
    const Course course{.machine = &machine,
                        .threads = static_cast<std::uint32_t>(std::stoul(fields.at(1))),
                        .episodes = options.episodes,
                        .seed = options.seed};
    for (std::size_t column = 0; column < std::size(kColumns); ++column) {
      const std::string published = row_name(fields.at(2 + column));
      std::string best;
      double best_ns = 0;
      double published_ns = 0;
      for (const char* algorithm : kAlgorithms) {
        const double ns = run_epcc(kColumns[column].construct, algorithm, course).ns;
        published_ns = algorithm == published ? ns : published_ns;
        if (best.empty() || ns < best_ns) {
          best = algorithm;
          best_ns = ns;
        }
      }
      score.cells.push_back({std::string(kColumns[column].name) + ", " + fields.at(1) + " threads", published, best,
                             published_ns / best_ns});
    }
  }
  return score;
}

std::uint32_t OpenuhScore::right() const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(cells, [](const Cell& cell) { return cell.best == cell.published; }));
}

std::uint32_t OpenuhScore::far() const {
  return static_cast<std::uint32_t>(std::ranges::count_if(cells, [](const Cell& cell) { return cell.ratio > kNear; }));
}

bool validate_openuh(const Options& options) {
  const OpenuhScore score = score_openuh(options);
  for (const OpenuhScore::Cell& cell : score.cells) {
    print_best({kSource, cell.what, cell.published, cell.best, cell.ratio, cell.ratio <= kNear});
  }
  const auto of = [&](std::uint32_t count) {
    return std::to_string(count) + " of " + std::to_string(score.cells.size());
  };
  const bool enough = 3 * score.right() >= 2 * score.cells.size();
  const bool rest = score.far() == 0;
  print_finding(kSource, "the best algorithm is right in two thirds: " + of(score.right()), enough);
  print_finding(kSource, "the published one is within 10 % of the best in all: not in " + of(score.far()), rest);
  return enough && rest;
}

}  // namespace muster::simulate
