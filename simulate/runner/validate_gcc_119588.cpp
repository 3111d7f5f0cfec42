// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GCC bug 119588: the cost of an empty region on 2 x 72 cores. What the peers' instructions cost is fitted to the rows of 72 threads, which one package
// has; those of 144, on both, are predicted.
#include <algorithm>
#include <functional>
#include <map>

#include "programs/peers.h"
#include "runner/fit.h"
#include "runner/machines.h"
#include "runner/published.h"
#include "runner/validate.h"

namespace muster::simulate {
namespace {

constexpr const char* kSource = "GCC bug 119588";
constexpr std::uint32_t kFitted = 72;
constexpr std::uint32_t kPredicted = 144;
constexpr double kBound = 0.25;

// Medians of the three runs, in ns, by pattern and threads.
std::map<std::pair<std::string, std::uint32_t>, double> read_rows() {
  std::map<std::pair<std::string, std::uint32_t>, double> rows;
  for (const std::vector<std::string>& row : read_published("gcc_119588.csv")) {
    std::vector<double> runs = {std::stod(row.at(3)), std::stod(row.at(4)), std::stod(row.at(5))};
    std::ranges::sort(runs);
    rows[{row.at(1), static_cast<std::uint32_t>(std::stoul(row.at(2)))}] = runs[1] * 1000;
  }
  return rows;
}

using Residual = std::function<double(const std::string& pattern, const PeerCosts& costs)>;

PeerCosts fit(const Residual& residual) {
  constexpr double kStep_ns = 40;
  PeerCosts costs;
  const Fit gomp = fit_least_squares(
      [&](const std::vector<double>& at) {
        PeerCosts tried = costs;
        tried.gomp_thread_ns = at[0];
        return std::vector<double>{residual("central", tried)};
      },
      {costs.gomp_thread_ns}, kStep_ns);
  const auto with = [](PeerCosts tried, const std::vector<double>& at) {
    tried.omp_fork_ns = at[0];
    tried.omp_thread_ns = at[1];
    tried.omp_level_ns = at[2];
    return tried;
  };
  const Fit omp = fit_least_squares(
      [&](const std::vector<double>& at) {
        std::vector<double> residuals;
        for (const char* pattern : {"linear", "tree", "hyper", "dist"}) {
          residuals.push_back(residual(pattern, with(costs, at)));
        }
        return residuals;
      },
      {costs.omp_fork_ns, costs.omp_thread_ns, costs.omp_level_ns}, kStep_ns);
  costs = with(costs, omp.parameters);
  costs.gomp_thread_ns = gomp.parameters[0];
  return costs;
}

void print_fitted(const PeerCosts& costs) {
  const auto one = [](const char* what, double ns) {
    print({kSource, std::string("fitted: ") + what, ns, ns, "ns", 0});
  };
  one("libgomp, for each thread", costs.gomp_thread_ns);
  one("libomp, for each region", costs.omp_fork_ns);
  one("libomp, for each thread", costs.omp_thread_ns);
  one("libomp, for each level", costs.omp_level_ns);
}

}  // namespace

bool validate_gcc_119588(const Options& options) {
  const Machine machine = machines_for("grace-2x72").front();
  const auto rows = read_rows();
  Course course{.machine = &machine, .threads = kFitted, .episodes = options.episodes, .seed = options.seed};
  const PeerCosts costs = fit([&](const std::string& pattern, const PeerCosts& tried) {
    return run_peer_region(pattern, tried, course).ns / rows.at({pattern, kFitted}) - 1;
  });
  print_fitted(costs);

  bool all_hold = true;
  std::vector<std::pair<double, double>> predicted;
  for (const std::uint32_t threads : {kFitted, kPredicted}) {
    course.threads = threads;
    for (const std::string& pattern : peer_patterns()) {
      const double published_ns = rows.at({pattern, threads});
      const double simulated_ns = run_peer_region(pattern, costs, course).ns;
      const std::string what = (pattern == "central" ? "libgomp central" : "libomp " + pattern) + ", " +
                               std::to_string(threads) + " threads" + (threads == kFitted ? " (fitted)" : "");
      all_hold &=
          print({kSource, what, published_ns / 1000, simulated_ns / 1000, "us", threads == kFitted ? 0 : kBound});
      if (threads == kPredicted) {
        predicted.emplace_back(published_ns, simulated_ns);
      }
    }
  }
  std::ranges::sort(predicted);
  const bool in_order = std::ranges::is_sorted(predicted, {}, &std::pair<double, double>::second);
  all_hold &= print_finding(kSource, "the patterns at 144 threads are in the published order", in_order);
  return all_hold;
}

}  // namespace muster::simulate
