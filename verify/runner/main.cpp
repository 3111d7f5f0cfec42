// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// verify: explores the portable core. README.md says how.
#include <cstdio>

#include "runner/run.h"

using muster::verify::Options;

int main(int count, char** arguments) {
  const std::optional<Options> options = muster::verify::parse_options(count, arguments);
  if (!options) {
    return 2;
  }
  switch (options->mode) {
    case Options::Mode::programs: return muster::verify::run_programs(*options);
    case Options::Mode::mutants: return muster::verify::run_mutants(*options);
    case Options::Mode::replay: return muster::verify::run_replay(*options);
    case Options::Mode::list:
      for (const muster::verify::Program& program : muster::verify::chosen_programs(*options)) {
        std::printf("%s\n", program.name.c_str());
      }
  }
  return 0;
}
