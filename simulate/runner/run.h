// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `simulate` does, by mode. Each returns the exit status: 0 good, 1 a bound does not hold, 2 not possible.
#pragma once

#include "runner/options.h"

namespace muster::simulate {

int run_constructs(const Options& options);
int list_machines();
int validate(const Options& options);

}  // namespace muster::simulate
