// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// simulate: runs the portable core on a machine that is not at hand. README.md says how.
#include <cstdio>
#include <exception>

#include "runner/run.h"

using muster::simulate::Options;

int main(int count, char** arguments) {
  try {
    const std::optional<Options> options = muster::simulate::parse_options(count, arguments);
    if (!options) {
      return 2;
    }
    switch (options->mode) {
      case Options::Mode::run: return muster::simulate::run_constructs(*options);
      case Options::Mode::wait: return muster::simulate::run_waits(*options);
      case Options::Mode::drain: return muster::simulate::run_drains(*options);
      case Options::Mode::rules: return muster::simulate::try_rules(*options);
      case Options::Mode::reductions: return muster::simulate::try_reductions(*options);
      case Options::Mode::validate: return muster::simulate::validate(*options);
      case Options::Mode::replay: return muster::simulate::replay(*options);
      case Options::Mode::machines: break;
    }
    return muster::simulate::list_machines(*options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simulate: %s\n", error.what());
    return 2;
  }
}
