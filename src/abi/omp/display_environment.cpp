// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// omp_display_env (OpenMP 5.2, 18.15): the values as they were at the start of the program, on standard error.
#include <cstddef>
#include <cstdint>

#include "abi/omp/fortran.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

void write_text(void* /*context*/, const char* text, std::size_t length) {
  platform::write_standard_error(text, length);
}

}  // namespace

MUSTER_OMP(OMP_5_1, void, omp_display_env, (std::int32_t verbose)) {
  const settings::DisplayKind kind = verbose != 0 ? settings::DisplayKind::verbose : settings::DisplayKind::standard;
  runtime::display_environment(kind, {&write_text, nullptr});
}
MUSTER_OMP_BY_REFERENCE(OMP_5_1, void, omp_display_env)

}  // namespace muster::abi::omp
