// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/run.h"

#include <cstdio>

namespace muster::verify {
namespace {

constexpr std::uint64_t kExecutions = 100'000;
constexpr std::uint64_t kDeepExecutions = 5'000'000;

const char* word_for(const Report& report) {
  switch (report.verdict) {
    case Report::Verdict::exhaustive: return "exhaustive";
    case Report::Verdict::bounded: return "bounded";
    case Report::Verdict::failed: return "FAILED";
  }
  return "?";
}

}  // namespace

std::uint64_t executions_of(const Program& program, const Options& options) {
  if (options.executions != 0) {
    return options.executions;
  }
  if (options.deep) {
    return kDeepExecutions;
  }
  return program.enough != 0 ? program.enough : kExecutions;
}

Programs chosen_programs(const Options& options) {
  Programs chosen;
  Programs all = all_programs(options.deep);
  if (const std::string name = name_used_twice(all); !name.empty()) {
    std::fprintf(stderr, "verify: two programs are called `%s`; give one another name\n", name.c_str());
    return chosen;
  }
  for (Program& program : all) {
    if (program.name.find(options.only) != std::string::npos) {
      chosen.push_back(std::move(program));
    }
  }
  if (chosen.empty()) {
    std::fprintf(stderr, "verify: no program has `%s` in its name; --list shows them\n", options.only.c_str());
  }
  return chosen;
}

void print_failure(const Report& report, const std::string& replay_command) {
  std::printf("  %s\n", report.what.c_str());
  for (const std::string& line : report.trace) {
    std::printf("    %s\n", line.c_str());
  }
  std::printf("  to see it again: %s\n", replay_command.c_str());
}

std::vector<Explored> explore_all(const Programs& programs, const Options& options) {
  std::vector<Explored> all;
  for (const Program& program : programs) {
    Machine& machine = Machine::instance();
    machine.forget_touched();
    const Report report = Explorer(program, {}, {.executions = executions_of(program, options)}).explore();
    std::printf("%-46s %-10s %8llu executions, of up to %u steps", program.name.c_str(), word_for(report),
                static_cast<unsigned long long>(report.executions) + report.abandoned, report.longest);
    if (report.verdict == Report::Verdict::bounded) {
      std::printf(" of more, and %llu at random", static_cast<unsigned long long>(report.sampled));
    }
    std::printf("\n");
    if (report.verdict == Report::Verdict::failed) {
      print_failure(report, "verify --replay " + program.name + " " + report.replay);
    }
    std::fflush(stdout);
    all.push_back({&program, report, machine.touched()});
  }
  return all;
}

int run_programs(const Options& options) {
  const Programs programs = chosen_programs(options);
  std::uint64_t failed = 0;
  std::uint64_t bounded = 0;
  for (const Explored& explored : explore_all(programs, options)) {
    failed += explored.report.verdict == Report::Verdict::failed ? 1 : 0;
    bounded += explored.report.verdict == Report::Verdict::bounded ? 1 : 0;
  }
  std::printf("verify: %zu programs, %llu failed, %llu bounded, the others exhaustive\n", programs.size(),
              static_cast<unsigned long long>(failed), static_cast<unsigned long long>(bounded));
  return programs.empty() || failed != 0 ? 1 : 0;
}

}  // namespace muster::verify
