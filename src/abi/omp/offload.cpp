// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/offload.h"

#include "abi/omp/host_device.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi {
namespace {

// For a construct without a device clause: default-device-var, which names no device under mandatory until the program sets it.
constexpr std::int32_t kDefaultDevice = -1;

// What is not the host.
void refuse_under_mandatory() {
  if (runtime::settings_at_start().global.target_offload == settings::TargetOffload::mandatory) {
    platform::fail(
        "muster: OMP_TARGET_OFFLOAD=mandatory, and there is no device but the host. Unset it to run target regions on "
        "the host");
  }
}

void refuse_invalid(std::int32_t device) {
  if (device == settings::kInvalidDevice) {
    platform::fail("muster: a target construct or a device routine was given omp_invalid_device");
  }
}

}  // namespace

void require_host(bool on_device, std::int32_t device) {
  if (!on_device) {
    return;
  }
  const std::int32_t named = device == kDefaultDevice ? runtime::current().icvs->default_device : device;
  if (!omp::is_host(named)) [[unlikely]] {
    refuse_under_mandatory();
    refuse_invalid(named);
  }
}

bool is_host_or_end(std::int32_t device) {
  if (omp::is_host(device)) [[likely]] {
    return true;
  }
  refuse_under_mandatory();
  refuse_invalid(device);
  return false;
}

}  // namespace muster::abi
