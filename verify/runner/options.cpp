// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/options.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace muster::verify {
namespace {

constexpr const char* kUsage =
    "usage: verify [--only TEXT] [--deep] [--budget EXECUTIONS]             explore the programs\n"
    "       verify --mutants [--only TEXT] [--deep] [--budget EXECUTIONS]   and find each mutant\n"
    "       verify --list [--deep]\n"
    "       verify --replay PROGRAM SCHEDULE [--mutant MUTANT]              print one execution\n";

}  // namespace

std::optional<Options> parse_options(int count, char** arguments) {
  Options options;
  int next = 1;
  const auto argument = [&]() -> std::string { return next < count ? arguments[next++] : std::string(); };
  while (next < count) {
    const std::string_view option = arguments[next++];
    if (option == "--mutants") {
      options.mode = Options::Mode::mutants;
    } else if (option == "--list") {
      options.mode = Options::Mode::list;
    } else if (option == "--deep") {
      options.deep = true;
    } else if (option == "--only") {
      options.only = argument();
    } else if (option == "--mutant") {
      options.mutant = argument();
    } else if (option == "--budget") {
      options.executions = std::strtoull(argument().c_str(), nullptr, 10);
      if (options.executions == 0) {
        std::fputs("verify: --budget wants a number of executions above 0\n", stderr);
        return std::nullopt;
      }
    } else if (option == "--replay") {
      options.mode = Options::Mode::replay;
      options.program = argument();
      options.schedule = argument();
    } else {
      std::fprintf(stderr, "verify: no option `%s`\n%s", arguments[next - 1], kUsage);
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace muster::verify
