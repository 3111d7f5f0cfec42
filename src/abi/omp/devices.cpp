// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices (OpenMP 5.2, 18.7 and 18.8) of a runtime that offloads nothing: there are none but the host, whose number is
// omp_get_num_devices(), 0. The memory routines serve the host and refuse any other device, as specified for one that
// does not exist.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "abi/omp/fortran.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

constexpr std::int32_t kHost = 0;
constexpr std::int32_t kInitialDevice = -1;  // omp_initial_device of OpenMP 5.2
constexpr char kHostName[] = "OMP_INITIAL_DEVICE";

bool is_host(std::int32_t device) { return device == kHost || device == kInitialDevice; }

struct Rectangle {
  const std::size_t* volume;
  const std::size_t* to_offsets;
  const std::size_t* from_offsets;
  const std::size_t* to_dimensions;
  const std::size_t* from_dimensions;

  Rectangle without_first() const {
    return {volume + 1, to_offsets + 1, from_offsets + 1, to_dimensions + 1, from_dimensions + 1};
  }
};

std::size_t bytes_of_a_row(std::size_t element_bytes, std::int32_t dimensions, const std::size_t* sizes) {
  std::size_t bytes = element_bytes;
  for (std::int32_t i = 1; i < dimensions; ++i) {
    bytes *= sizes[i];
  }
  return bytes;
}

// Copies a part of one array into a part of another, row by row, outermost dimension first.
void copy_rectangle(char* to, const char* from, std::size_t element_bytes, std::int32_t dimensions, Rectangle r) {
  const std::size_t to_row = bytes_of_a_row(element_bytes, dimensions, r.to_dimensions);
  const std::size_t from_row = bytes_of_a_row(element_bytes, dimensions, r.from_dimensions);
  to += r.to_offsets[0] * to_row;
  from += r.from_offsets[0] * from_row;
  if (dimensions == 1) {
    memmove(to, from, r.volume[0] * element_bytes);
    return;
  }
  for (std::size_t i = 0; i < r.volume[0]; ++i) {
    copy_rectangle(to + i * to_row, from + i * from_row, element_bytes, dimensions - 1, r.without_first());
  }
}

}  // namespace

MUSTER_GOMP_DECLARE(void, GOMP_taskwait, ());

namespace {

void await_earlier_tasks() { GOMP_taskwait(); }

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
  return is_host(device) ? malloc(size) : nullptr;
}
MUSTER_OMP(OMP_4_5, void, omp_target_free, (void* block, std::int32_t device)) {
  if (is_host(device)) {
    free(block);
  }
}
MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_is_present, (const void* /*address*/, std::int32_t device)) {
  return is_host(device) ? 1 : 0;
}
MUSTER_OMP(OMP_5_1_1, std::int32_t, omp_target_is_accessible,
           (const void* address, std::size_t /*size*/, std::int32_t device)) {
  return address != nullptr && is_host(device) ? 1 : 0;
}
MUSTER_OMP(OMP_5_1_1, void*, omp_get_mapped_ptr, (const void* address, std::int32_t device)) {
  return is_host(device) ? const_cast<void*>(address) : nullptr;
}

MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_memcpy,
           (void* to, const void* from, std::size_t bytes, std::size_t to_offset, std::size_t from_offset,
            std::int32_t to_device, std::int32_t from_device)) {
  if (!is_host(to_device) || !is_host(from_device)) {
    return EINVAL;
  }
  memmove(static_cast<char*>(to) + to_offset, static_cast<const char*>(from) + from_offset, bytes);
  return 0;
}

// Two null pointers ask how many dimensions are possible.
MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_memcpy_rect,
           (void* to, const void* from, std::size_t element_bytes, std::int32_t dimensions, const std::size_t* volume,
            const std::size_t* to_offsets, const std::size_t* from_offsets, const std::size_t* to_dimensions,
            const std::size_t* from_dimensions, std::int32_t to_device, std::int32_t from_device)) {
  if (to == nullptr && from == nullptr) {
    return std::numeric_limits<std::int32_t>::max();
  }
  if (!is_host(to_device) || !is_host(from_device) || dimensions < 1) {
    return EINVAL;
  }
  copy_rectangle(static_cast<char*>(to), static_cast<const char*>(from), element_bytes, dimensions,
                 {volume, to_offsets, from_offsets, to_dimensions, from_dimensions});
  return 0;
}

// The asynchronous forms are tasks that may be deferred and are not. A dependence is on a sibling, so waiting for all of them is
// waiting for those that are named; what a dependence object looks like depends on the compiler.
MUSTER_OMP(OMP_5_1_1, std::int32_t, omp_target_memcpy_async,
           (void* to, const void* from, std::size_t bytes, std::size_t to_offset, std::size_t from_offset,
            std::int32_t to_device, std::int32_t from_device, std::int32_t /*count*/, void* /*dependences*/)) {
  await_earlier_tasks();
  return omp_target_memcpy(to, from, bytes, to_offset, from_offset, to_device, from_device);
}
MUSTER_OMP(OMP_5_1_1, std::int32_t, omp_target_memcpy_rect_async,
           (void* to, const void* from, std::size_t element_bytes, std::int32_t dimensions, const std::size_t* volume,
            const std::size_t* to_offsets, const std::size_t* from_offsets, const std::size_t* to_dimensions,
            const std::size_t* from_dimensions, std::int32_t to_device, std::int32_t from_device,
            std::int32_t /*count*/, void* /*dependences*/)) {
  await_earlier_tasks();
  return omp_target_memcpy_rect(to, from, element_bytes, dimensions, volume, to_offsets, from_offsets, to_dimensions,
                                from_dimensions, to_device, from_device);
}

// OpenMP 6.0, 25.7. Null for a device that does not exist.
MUSTER_OMP(GOMP_6_0_1, void*, omp_target_memset,
           (void* block, std::int32_t value, std::size_t bytes, std::int32_t device)) {
  return is_host(device) ? memset(block, value, bytes) : nullptr;
}
MUSTER_OMP(GOMP_6_0_1, void*, omp_target_memset_async,
           (void* block, std::int32_t value, std::size_t bytes, std::int32_t device, std::int32_t /*count*/,
            void* /*dependences*/)) {
  await_earlier_tasks();
  return omp_target_memset(block, value, bytes, device);
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
            std::int32_t /*device*/)) {
  return EINVAL;
}
MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_disassociate_ptr, (const void* /*address*/, std::int32_t /*device*/)) {
  return EINVAL;
}

}  // namespace muster::abi::omp
