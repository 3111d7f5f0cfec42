// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target-offload-var (OpenMP 5.2, 21.2.7).
#pragma once

#include <cstdint>

namespace muster::abi {

// Before a construct for `device` runs on the host. The program ends with a message if the device is omp_invalid_device, and under
// OMP_TARGET_OFFLOAD=mandatory unless the program itself asks for the host: then `on_device` is false, or the device is the host.
void require_host(bool on_device, std::int32_t device);

// The same before a device memory routine, whose devices have numbers of their own: -1 is the host, omp_initial_device, and no default. It returns whether
// the device is the host.
bool is_host_or_end(std::int32_t device);

}  // namespace muster::abi
