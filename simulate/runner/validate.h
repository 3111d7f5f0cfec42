// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of `simulate validate`. Each prints its lines and returns whether all its bounds hold.
#pragma once

#include "runner/options.h"

namespace muster::simulate {

// Empty regions on 2 x 72 cores: fitted at 72 threads, predicted at 144.
bool validate_gcc_119588(const Options& options);

}  // namespace muster::simulate
