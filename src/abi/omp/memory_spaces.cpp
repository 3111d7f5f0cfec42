// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory spaces and allocators by device (OpenMP 6.0, 27.4 and 27.5), as libiomp5 exports them: Fortran passes everything by reference.
// The host is the only device, so a space of devices is the space itself, of one resource, if all that are named are the host, and
// none otherwise. Thread-safe.
#include <cstdint>

#include "abi/exports/export.h"

namespace muster::abi::omp {
namespace {

using MemorySpace = std::uintptr_t;
using AllocatorHandle = std::uintptr_t;

// libomp's numbers: spaces from omp_default_mem_space (0) to omp_low_lat_mem_space, each with an allocator one above. Its headers since 2025 have
// another number for the default space, as 0 is no space there, and one more space.
constexpr MemorySpace kContentionGroupSpace = 5;  // omp_cgroup_mem_space
constexpr MemorySpace kDefaultSpaceSince2025 = 99;
constexpr AllocatorHandle kDefaultAllocator = 1;
constexpr MemorySpace kNoSpace = 0;
constexpr AllocatorHandle kNoAllocator = 0;
constexpr std::int32_t kHost = 0;
constexpr std::int32_t kInitialDevice = -1;  // omp_initial_device of OpenMP 5.2

bool is_host_alone(std::int32_t count, const std::int32_t* devices) {
  for (std::int32_t i = 0; i < count; ++i) {
    if (devices[i] != kHost && devices[i] != kInitialDevice) return false;
  }
  return true;
}

bool is_space(MemorySpace space) { return space <= kContentionGroupSpace || space == kDefaultSpaceSince2025; }

MemorySpace space_if(bool is_reachable, MemorySpace space) {
  return is_reachable && is_space(space) ? space : kNoSpace;
}
AllocatorHandle allocator_if(bool is_reachable, MemorySpace space) {
  if (!is_reachable || !is_space(space)) return kNoAllocator;
  return space == kDefaultSpaceSince2025 ? kDefaultAllocator : space + 1;
}

}  // namespace

// A routine by a device, and one by a list of devices; the forms with the host say the same here.
#define MUSTER_SPACE_OF_DEVICE(name, type, choose)                   \
  MUSTER_KMP(type, name, (std::int32_t device, MemorySpace space)) { \
    return choose(is_host_alone(1, &device), space);                 \
  }                                                                  \
  MUSTER_KMP(type, name##_, (const std::int32_t* device, const MemorySpace* space)) { return name(*device, *space); }
#define MUSTER_SPACE_OF_DEVICES(name, type, choose)                                                               \
  MUSTER_KMP(type, name, (std::int32_t count, const std::int32_t* devices, MemorySpace space)) {                  \
    return choose(count > 0 && is_host_alone(count, devices), space);                                             \
  }                                                                                                               \
  MUSTER_KMP(type, name##_, (const std::int32_t* count, const std::int32_t* devices, const MemorySpace* space)) { \
    return name(*count, devices, *space);                                                                         \
  }
#define MUSTER_SPACE_OF_ALL(name, type, choose)                               \
  MUSTER_KMP(type, name, (MemorySpace space)) { return choose(true, space); } \
  MUSTER_KMP(type, name##_, (const MemorySpace* space)) { return name(*space); }

MUSTER_SPACE_OF_DEVICE(omp_get_device_memspace, MemorySpace, space_if)
MUSTER_SPACE_OF_DEVICE(omp_get_device_and_host_memspace, MemorySpace, space_if)
MUSTER_SPACE_OF_DEVICES(omp_get_devices_memspace, MemorySpace, space_if)
MUSTER_SPACE_OF_DEVICES(omp_get_devices_and_host_memspace, MemorySpace, space_if)
MUSTER_SPACE_OF_ALL(omp_get_devices_all_memspace, MemorySpace, space_if)

MUSTER_SPACE_OF_DEVICE(omp_get_device_allocator, AllocatorHandle, allocator_if)
MUSTER_SPACE_OF_DEVICE(omp_get_device_and_host_allocator, AllocatorHandle, allocator_if)
MUSTER_SPACE_OF_DEVICES(omp_get_devices_allocator, AllocatorHandle, allocator_if)
MUSTER_SPACE_OF_DEVICES(omp_get_devices_and_host_allocator, AllocatorHandle, allocator_if)
MUSTER_SPACE_OF_ALL(omp_get_devices_all_allocator, AllocatorHandle, allocator_if)

MUSTER_KMP(std::int32_t, omp_get_memspace_num_resources, (MemorySpace space)) { return is_space(space) ? 1 : 0; }
MUSTER_KMP(std::int32_t, omp_get_memspace_num_resources_, (const MemorySpace* space)) {
  return omp_get_memspace_num_resources(*space);
}

// The part of a space that has these of its resources; they are numbered from 0.
MUSTER_KMP(MemorySpace, omp_get_submemspace, (MemorySpace space, std::int32_t count, const std::int32_t* resources)) {
  return space_if(count == 1 && resources[0] == 0, space);
}
MUSTER_KMP(MemorySpace, omp_get_submemspace_,
           (const MemorySpace* space, const std::int32_t* count, const std::int32_t* resources)) {
  return omp_get_submemspace(*space, *count, resources);
}

// libiomp5's own names for the spaces and allocators of Intel's devices, which this host does not have.
MUSTER_KMP_DATA(const MemorySpace, omp_null_mem_space) = kNoSpace;
MUSTER_KMP_DATA(const MemorySpace, omp_target_host_mem_space) = 100;
MUSTER_KMP_DATA(const MemorySpace, omp_target_shared_mem_space) = 101;
MUSTER_KMP_DATA(const MemorySpace, omp_target_device_mem_space) = 102;
MUSTER_KMP_DATA(const MemorySpace, kmp_max_mem_space) = 1024;
MUSTER_KMP_DATA(const AllocatorHandle, omp_target_host_mem_alloc) = 100;
MUSTER_KMP_DATA(const AllocatorHandle, omp_target_shared_mem_alloc) = 101;
MUSTER_KMP_DATA(const AllocatorHandle, omp_target_device_mem_alloc) = 102;

}  // namespace muster::abi::omp
