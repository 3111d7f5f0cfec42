// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices (OpenMP 5.2, 18.7 and 18.8) of a runtime that offloads nothing: there are none but the host, whose number is
// omp_get_num_devices(), 0. The memory routines (also in device_memory.cpp) serve the host and refuse any other device, as specified
// for one that does not exist; omp_invalid_device ends the program.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <cstddef>
#include <cstdint>

#include "abi/omp/fortran.h"
#include "abi/omp/host_device.h"
#include "abi/omp/offload.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

constexpr char kHostName[] = "OMP_INITIAL_DEVICE";

}  // namespace

MUSTER_OMP(OMP_4_0, std::int32_t, omp_get_num_devices, ()) { return 0; }
MUSTER_OMP_ALIAS(OMP_4_0, omp_get_num_devices_, omp_get_num_devices);

MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_initial_device, ()) { return kHost; }
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_initial_device_, omp_get_initial_device);
MUSTER_OMP_ALIAS(OMP_5_0_2, omp_get_device_num, omp_get_initial_device);
MUSTER_OMP_ALIAS(OMP_5_0_2, omp_get_device_num_, omp_get_initial_device);

MUSTER_OMP(OMP_4_0, std::int32_t, omp_is_initial_device, ()) { return 1; }
MUSTER_OMP_ALIAS(OMP_4_0, omp_is_initial_device_, omp_is_initial_device);

MUSTER_OMP(OMP_4_0, void, omp_set_default_device, (std::int32_t device)) {
  teams::writable_icvs(runtime::current()).default_device = device;
}
MUSTER_OMP_BY_REFERENCE(OMP_4_0, void, omp_set_default_device)
MUSTER_OMP(OMP_4_0, std::int32_t, omp_get_default_device, ()) { return runtime::current().icvs->default_device; }
MUSTER_OMP_ALIAS(OMP_4_0, omp_get_default_device_, omp_get_default_device);

MUSTER_OMP(OMP_4_5, void*, omp_target_alloc, (std::size_t size, std::int32_t device)) {
  return is_host_or_end(device) ? malloc(size) : nullptr;
}
MUSTER_OMP(OMP_4_5, void, omp_target_free, (void* block, std::int32_t device)) {
  if (block != nullptr && is_host_or_end(device)) {
    free(block);
  }
}
MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_is_present, (const void* /*address*/, std::int32_t device)) {
  return is_host_or_end(device) ? 1 : 0;
}
MUSTER_OMP(OMP_5_1_1, std::int32_t, omp_target_is_accessible,
           (const void* address, std::size_t /*size*/, std::int32_t device)) {
  return address != nullptr && is_host_or_end(device) ? 1 : 0;
}
MUSTER_OMP(OMP_5_1_1, void*, omp_get_mapped_ptr, (const void* address, std::int32_t device)) {
  return is_host_or_end(device) ? const_cast<void*>(address) : nullptr;
}

// OpenMP 6.0, 24.7 and 24.8. The name is that of the host alone.
MUSTER_OMP(GOMP_6_0, const char*, omp_get_uid_from_device, (std::int32_t device)) {
  return is_host(device) ? kHostName : nullptr;
}
MUSTER_OMP(GOMP_6_0, std::int32_t, omp_get_device_from_uid, (const char* name)) {
  return name != nullptr && strcmp(name, kHostName) == 0 ? kHost : settings::kInvalidDevice;
}
MUSTER_OMP(GOMP_6_0, std::int32_t, omp_get_device_from_uid_, (const char* name, std::size_t length)) {
  const std::size_t host = sizeof kHostName - 1;
  return length == host && memcmp(name, kHostName, host) == 0 ? kHost : settings::kInvalidDevice;
}
// gfortran wants a character pointer: its address and its length.
MUSTER_OMP(GOMP_6_0, void, omp_get_uid_from_device_, (const char** text, std::size_t* length, std::int32_t device)) {
  *text = omp_get_uid_from_device(device);
  *length = *text == nullptr ? 0 : sizeof kHostName - 1;
}
MUSTER_OMP(GOMP_6_0, void, omp_get_uid_from_device_8_, (const char** text, std::size_t* length, std::int64_t device)) {
  omp_get_uid_from_device_(text, length, saturate(device));
}

// Host memory is its own device memory: nothing else can be associated with it.
MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_associate_ptr,
           (const void* /*host*/, const void* /*device_address*/, std::size_t /*bytes*/, std::size_t /*offset*/,
            std::int32_t device)) {
  is_host_or_end(device);
  return EINVAL;
}
MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_disassociate_ptr, (const void* /*address*/, std::int32_t device)) {
  is_host_or_end(device);
  return EINVAL;
}

}  // namespace muster::abi::omp
