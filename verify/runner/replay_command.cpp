// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "runner/run.h"

namespace muster::verify {
namespace {

// Sites are known once an execution has come by them.
constexpr std::uint64_t kExecutionsToFindSites = 10'000;

bool find_mutant(const Program& program, const std::string& name, Mutant& mutant) {
  if (name.empty()) {
    return true;
  }
  Explorer(program, {}, {.executions = kExecutionsToFindSites}).explore();
  const Sites& sites = Machine::instance().sites();
  for (SiteId site = 0; site < sites.size(); ++site) {
    for (const Change change : sites[site].changes()) {
      if (describe(sites[site], change) == name) {
        mutant = {site, change};
        return true;
      }
    }
  }
  std::fprintf(stderr, "verify: %s has no mutant `%s`; write it as --mutants does\n", program.name.c_str(),
               name.c_str());
  return false;
}

}  // namespace

int run_replay(const Options& options) {
  for (const Program& program : all_programs(true)) {
    if (program.name != options.program) {
      continue;
    }
    Mutant mutant;
    if (!find_mutant(program, options.mutant, mutant)) {
      return 2;
    }
    const Report report = Explorer(program, mutant, {}).replay(options.schedule);
    for (const std::string& line : report.trace) {
      std::printf("%s\n", line.c_str());
    }
    std::printf("%s\n", report.verdict == Report::Verdict::failed ? report.what.c_str() : "nothing wrong up to here");
    return report.verdict == Report::Verdict::failed ? 1 : 0;
  }
  std::fprintf(stderr, "verify: no program is called `%s`; --list shows them\n", options.program.c_str());
  return 2;
}

}  // namespace muster::verify
