// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutants: each ordered access weakened by a step, each fence and each wake-up left out. One that no program notices is an
// order that is too strong, or a program that is missing.
#include <algorithm>
#include <cstdio>
#include <string_view>

#include "runner/kept.h"
#include "runner/run.h"
#include "runner/uncovered.h"

namespace muster::verify {
namespace {

// The runtime's own source. The tree itself may lie in a folder named src.
bool is_of_runtime(const Site& site) {
  std::string_view path = site.where.file_name();
  constexpr std::string_view tree = MUSTER_VERIFY_TREE;
  if (path.starts_with(tree)) {
    path.remove_prefix(tree.size());
  }
  return path.find("/src/") != std::string_view::npos;
}

std::vector<Mutant> all_mutants(const Sites& sites) {
  std::vector<Mutant> mutants;
  for (SiteId site = 0; site < sites.size(); ++site) {
    if (is_of_runtime(sites[site])) {
      for (const Change change : sites[site].changes()) {
        mutants.push_back({site, change});
      }
    }
  }
  std::sort(mutants.begin(), mutants.end(), [&](const Mutant& one, const Mutant& other) {
    const auto key = [&](const Mutant& mutant) {
      const Here& where = sites[mutant.site].where;
      return std::make_tuple(std::string_view(where.file_name()), where.line(), where.column(), mutant.change);
    };
    return key(one) < key(other);
  });
  return mutants;
}

// The first program that notices, cheapest first; null when none does.
const Program* find_noticing(const std::vector<Explored>& explored, const Mutant& mutant, const Options& options,
                             Report& report) {
  for (const Explored& each : explored) {
    if (mutant.site < each.sites.size() && each.sites[mutant.site]) {
      report = Explorer(*each.program, mutant, {.executions = executions_of(*each.program, options)}).explore();
      if (report.verdict == Report::Verdict::failed) {
        return each.program;
      }
    }
  }
  return nullptr;
}

// One line: what it is and which program noticed it. False when none did and kept.txt has no reason.
bool judge(const std::vector<Explored>& explored, const Mutant& mutant, std::vector<Kept>& kept,
           const Options& options) {
  const Sites& sites = Machine::instance().sites();
  const std::string name = describe(sites[mutant.site], mutant.change);
  Report report;
  const Program* program = find_noticing(explored, mutant, options, report);
  if (program != nullptr) {
    std::printf("%-72s noticed by %s: %s\n", name.c_str(), program->name.c_str(), report.what.c_str());
    return true;
  }
  Kept* reason = find_kept(kept, sites[mutant.site], mutant.change);
  if (reason != nullptr) {
    std::printf("%-72s kept: %s\n", name.c_str(), reason->reason.c_str());
    return true;
  }
  if (!options.only.empty()) {
    std::printf("%-72s not noticed by these programs\n", name.c_str());
    return true;
  }
  std::printf("%-72s NOT NOTICED: relax the order, or add a program that needs it (verify/README.md)\n", name.c_str());
  return false;
}

// Lines that no program comes by have no mutants. Returns how many have no reason in kept.txt.
std::uint32_t judge_uncovered(std::vector<Kept>& kept) {
  std::uint32_t failed = 0;
  for (const SourceLine& line : uncovered_lines(MUSTER_VERIFY_TREE, Machine::instance().sites())) {
    if (find_kept(kept, line.file, line.text, "not explored") == nullptr) {
      std::printf("%s:%u: NOT EXPLORED: add a program that comes by it (verify/README.md)\n", line.file.c_str(),
                  line.number);
      ++failed;
    }
  }
  return failed;
}

std::uint32_t judge_rows(const std::vector<Kept>& kept) {
  std::uint32_t failed = 0;
  for (const Kept& row : kept) {
    if (!row.used) {
      std::printf("kept.txt: nothing needs the row %s | %s | %s any more: remove it\n", row.file.c_str(),
                  row.text.c_str(), row.change.c_str());
      ++failed;
    }
  }
  return failed;
}

}  // namespace

int run_mutants(const Options& options) {
  bool readable = false;
  std::vector<Kept> kept = read_kept(MUSTER_VERIFY_KEPT, readable);
  const Programs programs = chosen_programs(options);
  std::vector<Explored> explored = explore_all(programs, options);
  std::sort(explored.begin(), explored.end(),
            [](const Explored& one, const Explored& other) { return one.report.executions < other.report.executions; });
  std::uint32_t failed = 0;
  for (const Explored& each : explored) {
    failed += each.report.verdict == Report::Verdict::failed ? 1 : 0;
  }
  if (!readable || failed != 0 || explored.empty()) {
    std::printf("verify: mutants say nothing while a program fails by itself\n");
    return 1;
  }
  const std::vector<Mutant> mutants = all_mutants(Machine::instance().sites());
  for (const Mutant& mutant : mutants) {
    failed += judge(explored, mutant, kept, options) ? 0 : 1;
    std::fflush(stdout);
  }
  if (options.only.empty()) {
    failed += judge_uncovered(kept) + judge_rows(kept);
  }
  std::printf("verify: %zu mutants, %u to be looked at\n", mutants.size(), failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace muster::verify
