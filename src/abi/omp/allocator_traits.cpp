// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/allocator_traits.h"

#include <bit>

namespace muster::abi {
namespace {

// omp_alloctrait_key_t; from kPinDevice on of OpenMP 6.0.
enum TraitKey : std::int32_t {
  kSyncHint = 1,
  kAlignment = 2,
  kAccess = 3,
  kPoolSize = 4,
  kFallback = 5,
  kFallbackData = 6,
  kPinned = 7,
  kPartition = 8,
  kPinDevice = 9,
  kPreferredDevice = 10,
  kDeviceAccess = 11,
  kTargetAccess = 12,
  kAtomicScope = 13,
  kPartSize = 14,
};

// omp_alloctrait_value_t. LLVM's headers since 2025 have another number for `all`, and the old one for `device`: on the host that is the same.
enum TraitValue : std::uintptr_t {
  kFalse = 0,
  kTrue = 1,
  kContended = 3,
  kPrivate = 6,
  kAllOrDevice = 7,
  kThread = 8,
  kTeam = 9,
  kContentionGroup = 10,
  kDefaultMemory = 11,
  kAllocator = 14,
  kEnvironment = 15,
  kInterleaved = 18,
  kAll = 19,
  kSingle = 20,
  kMultiple = 21,
  kMemorySpace = 22,
};
constexpr std::uintptr_t kTraitDefault = ~std::uintptr_t{0};

constexpr bool is_between(std::uintptr_t first, std::uintptr_t value, std::uintptr_t last) {
  return first <= value && value <= last;
}

bool is_host(std::uintptr_t device) {
  const auto number = static_cast<std::int32_t>(device);
  // omp_get_initial_device() and omp_initial_device.
  return number == 0 || number == -1;
}

bool set_access(std::uintptr_t value, Traits& traits) {
  switch (value) {
    case kAllOrDevice:
    case kAll:
    case kMemorySpace: traits.access = Access::all; return true;
    case kThread: traits.access = Access::thread; return true;
    case kTeam: traits.access = Access::team; return true;
    case kContentionGroup: traits.access = Access::contention_group; return true;
    default: return false;
  }
}

bool set(const AllocatorTrait& trait, Traits& traits) {
  const std::uintptr_t value = trait.value;
  switch (trait.key) {
    // A hint to allocators that keep free blocks by thread; malloc does so by itself.
    case kSyncHint: return is_between(kContended, value, kPrivate);
    case kAlignment: traits.alignment = value; return std::has_single_bit(value);
    case kAccess: return set_access(value, traits);
    case kPoolSize: traits.pool_bytes = value; return value != 0;
    case kFallback:
      traits.fallback = static_cast<Fallback>(value - kDefaultMemory);
      return is_between(kDefaultMemory, value, kAllocator);
    case kFallbackData: traits.fallback_handle = value; return true;
    case kPinned: traits.placement.pinned = value == kTrue; return value == kTrue || value == kFalse;
    case kPartition:
      traits.placement.partition = static_cast<memory::Partition>(value - kEnvironment);
      return is_between(kEnvironment, value, kInterleaved);
    case kPinDevice: traits.placement.pinned = true; return is_host(value);
    case kPreferredDevice: return is_host(value);
    case kDeviceAccess:
    case kTargetAccess: return value == kSingle || value == kMultiple;
    case kAtomicScope: return value == kAllOrDevice || value == kAll;
    case kPartSize: traits.placement.part_bytes = value; return value != 0;
    default: return false;
  }
}

}  // namespace

bool read_traits(std::int32_t count, const AllocatorTrait* list, Traits& traits) {
  for (std::int32_t i = 0; i < count; ++i) {
    const bool is_default = list[i].value == kTraitDefault;
    const bool is_known = is_between(kSyncHint, static_cast<std::uintptr_t>(list[i].key), kPartSize);
    // The number of the default is also a pool without a limit, and the initial device of pin_device.
    if (is_default ? !is_known : !set(list[i], traits)) {
      return false;
    }
  }
  return traits.fallback != Fallback::allocator || traits.fallback_handle != kNullAllocator;
}

}  // namespace muster::abi
