// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target-offload-var (OpenMP 5.2, 21.2.7).
#pragma once

#include <cstdint>

namespace muster::abi {

// Before a construct for `device` runs on the host. Under OMP_TARGET_OFFLOAD=mandatory the program ends with a message, unless the
// program itself asks for the host: then `on_device` is false, or the device is the host.
void require_host(bool on_device, std::int32_t device);

}  // namespace muster::abi
