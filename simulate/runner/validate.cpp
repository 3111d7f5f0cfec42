// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/validate.h"

#include "runner/run.h"

namespace muster::simulate {

int validate(const Options& options) { return validate_gcc_119588(options) ? 0 : 1; }

}  // namespace muster::simulate
