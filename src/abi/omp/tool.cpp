// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tools and programs call of the tools interface (OpenMP 5.2, 18.14 and 19.2).
#include "ompt/tool.h"
#include "abi/exports/export.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {

MUSTER_KMP(std::int32_t, omp_control_tool, (std::int32_t command, std::int32_t modifier, void* argument)) {
  runtime::current();
  return ompt::control(static_cast<std::uint64_t>(command), static_cast<std::uint64_t>(modifier), argument,
                       MUSTER_CALLER());
}
MUSTER_KMP_ALIAS(omp_control_tool_, omp_control_tool);

// A tool that is loaded before this library is found in its place; one behind it, by way of it.
MUSTER_ABI_DECLARE(void*, ompt_start_tool, (unsigned omp_version, const char* runtime_version)) __attribute__((weak));
MUSTER_KMP(void*, ompt_start_tool, (unsigned omp_version, const char* runtime_version)) {
  return ompt::next_start_tool(omp_version, runtime_version);
}

// LLVM's offload library asks for it to tell the tool of devices. There is none here, so nothing is filled in (initialize is null).
MUSTER_KMP(void, ompt_libomp_connect, (void** result)) {
  if (result != nullptr) {
    *result = nullptr;
  }
}

}  // namespace muster::abi::omp
