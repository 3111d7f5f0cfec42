// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/offload.h"

#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi {

void require_host(bool on_device, std::int32_t device) {
  if (!on_device || runtime::settings_at_start().global.target_offload != settings::TargetOffload::mandatory) {
    return;
  }
  // -1 stands for default-device-var, which names no device under mandatory until the program sets it. The host is device
  // omp_get_num_devices(), 0.
  constexpr std::int32_t kDefault = -1;
  constexpr std::int32_t kHost = 0;
  if ((device == kDefault ? runtime::current().icvs->default_device : device) == kHost) {
    return;
  }
  platform::fail(
      "muster: OMP_TARGET_OFFLOAD=mandatory, and there is no device but the host. Unset it to run target regions on "
      "the host");
}

}  // namespace muster::abi
