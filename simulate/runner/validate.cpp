// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/validate.h"

#include "runner/run.h"

namespace muster::simulate {

int validate(const Options& options) {
  const bool is_gcc_right = validate_gcc_119588(options);
  const bool is_openuh_right = validate_openuh(options);
  const bool is_llvm_right = validate_llvm_195473(options);
  return is_gcc_right && is_openuh_right && is_llvm_right ? 0 : 1;
}

}  // namespace muster::simulate
