// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM pull request 195473: primecount 1e17 with 192 threads that are not bound, 326,828 context switches by libomp's default and 693 by `dist`. Nothing is
// fitted but the choice of a rule (README.md). As the simulated run takes another time than the published one, the count is also given by as much time; both have to hold.
#include <map>

#include "programs/omp_waiting.h"
#include "programs/primecount.h"
#include "runner/machines.h"
#include "runner/published.h"
#include "runner/validate.h"

namespace muster::simulate {
namespace {

constexpr const char* kSource = "LLVM pull request 195473";
// An order of magnitude, up or down.
constexpr double kFactor = 10;

struct Row {
  double ms;
  // 0: not published.
  double switches;
};

std::map<std::string, Row> read_rows() {
  std::map<std::string, Row> rows;
  for (const std::vector<std::string>& row : read_published("llvm_195473.csv")) {
    const bool has_switches = row.size() > 3 && !row[3].empty();
    rows[row.at(0)] = {std::stod(row.at(1)), has_switches ? std::stod(row[3]) : 0};
  }
  return rows;
}

struct Compared {
  const char* configuration;
  const char* name;
  PrimecountCase wanted;
};

double print_case(const Machine& machine, const Compared& compared, const Row& published, std::uint64_t seed,
                  bool& all_hold) {
  const PrimecountOutcome outcome = run_primecount(machine, compared.wanted, seed);
  const std::string name = compared.name;
  all_hold &= print({kSource, name + ", time", published.ms, outcome.ms, "ms"});
  if (published.switches == 0) {
    return 0;
  }
  const auto whole = static_cast<double>(outcome.switches);
  const double scaled = whole * published.ms / outcome.ms;
  Comparison switches{kSource, name + ", switches", published.switches, whole, ""};
  switches.factor = kFactor;
  all_hold &= print(switches);
  switches.what += " in the published time";
  switches.predicted = scaled;
  all_hold &= print(switches);
  return scaled;
}

}  // namespace

bool validate_llvm_195473(const Options& options) {
  const Machine machine = machines_for("rome-2x48").front();
  const std::map<std::string, Row> rows = read_rows();
  const Compared all[] = {
      {"libomp default hyper (finite blocktime)", "hyper, 200 ms blocktime", {"hyper", kDefaultBlocktime}},
      {"libomp patched default (dist for >= 32 threads)", "dist, 200 ms blocktime", {"dist", kDefaultBlocktime}},
      {"libomp OMP_WAIT_POLICY=ACTIVE hyper", "hyper, ACTIVE", {"hyper", kNever}},
      {"libomp OMP_WAIT_POLICY=PASSIVE hyper", "hyper, PASSIVE", {"hyper", 0}},
      {"libomp patched PASSIVE", "dist, PASSIVE", {"dist", 0}},
  };
  bool all_hold = true;
  std::map<std::string, double> switches;
  for (const Compared& compared : all) {
    switches[compared.name] = print_case(machine, compared, rows.at(compared.configuration), options.seed, all_hold);
  }
  const double published = rows.at(all[0].configuration).switches / rows.at(all[1].configuration).switches;
  const double predicted = switches.at(all[0].name) / switches.at(all[1].name);
  print({kSource, "hyper to dist, switches in the published time", published, predicted, ""});
  return all_hold;
}

}  // namespace muster::simulate
