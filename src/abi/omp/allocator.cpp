// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See allocator.h.
#include "abi/omp/allocator.h"

#include <stdlib.h>
#include <string.h>

#include <bit>
#include <new>
#include <string_view>

#include "locks/locks.h"
#include "platform/native.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi {
namespace {

// omp_alloctrait_key_t
enum TraitKey : std::int32_t {
  kSyncHint = 1,
  kAlignment = 2,
  kAccess = 3,
  kPoolSize = 4,
  kFallback = 5,
  kFallbackData = 6,
  kPinned = 7,
  kPartition = 8,
};

// omp_alloctrait_value_t, as far as it matters here.
enum class Fallback : std::uintptr_t { default_memory = 11, null = 12, abort = 13, allocator = 14 };
constexpr std::uintptr_t kTraitDefault = ~std::uintptr_t{0};
constexpr std::uintptr_t kFalse = 0;

struct Allocator {
  std::size_t alignment = 1;
  std::size_t pool_bytes = ~std::size_t{0};
  Fallback fallback = Fallback::default_memory;
  AllocatorHandle fallback_handle = kNullAllocator;
  // A sum that orders nothing.
  platform::Native::Atomic<std::size_t> used_bytes{0};
};

// Stands directly before each block.
struct alignas(16) BlockHeader {
  void* start;  // of the memory that malloc gave
  std::size_t size;
  std::size_t taken;  // from the pool of `owner`
  AllocatorHandle owner;
};

BlockHeader* header_of(void* block) { return static_cast<BlockHeader*>(block) - 1; }

bool is_predefined(AllocatorHandle handle) { return handle <= kLastPredefinedAllocator; }
Allocator* made_by_program(AllocatorHandle handle) {
  return is_predefined(handle) ? nullptr : reinterpret_cast<Allocator*>(handle);
}

bool take_from_pool(Allocator& allocator, std::size_t bytes) {
  std::size_t used = allocator.used_bytes.load_relaxed();
  do {
    if (used > allocator.pool_bytes || bytes > allocator.pool_bytes - used) {
      return false;
    }
  } while (!allocator.used_bytes.compare_exchange_relaxed(used, used + bytes));
  return true;
}

void give_to_pool(Allocator& allocator, std::size_t bytes) { allocator.used_bytes.fetch_add_relaxed(0 - bytes); }

// Null when the system or the pool has no room, or when `alignment` is no power of two.
void* try_allocate(std::size_t alignment, std::size_t size, AllocatorHandle handle, bool zeroed) {
  Allocator* allocator = made_by_program(handle);
  std::size_t aligned_to = alignment < alignof(BlockHeader) ? alignof(BlockHeader) : alignment;
  if (allocator != nullptr && allocator->alignment > aligned_to) {
    aligned_to = allocator->alignment;
  }
  // malloc aligns to 16 bytes; the header and what else the alignment skips come on top.
  const std::size_t extra = sizeof(BlockHeader) + aligned_to - alignof(BlockHeader);
  std::size_t total = 0;
  if (!std::has_single_bit(aligned_to) || __builtin_add_overflow(size, extra, &total)) {
    return nullptr;
  }
  // What a block needs on top is in the pool too, as on libgomp and libomp.
  if (allocator != nullptr && !take_from_pool(*allocator, total)) {
    return nullptr;
  }
  void* start = zeroed ? calloc(1, total) : malloc(total);
  if (start == nullptr) {
    if (allocator != nullptr) {
      give_to_pool(*allocator, total);
    }
    return nullptr;
  }
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(start) + sizeof(BlockHeader);
  void* block = static_cast<char*>(start) + sizeof(BlockHeader) + ((0 - first) & (aligned_to - 1));
  new (header_of(block)) BlockHeader{start, size, allocator != nullptr ? total : 0, handle};
  return block;
}

void* allocate_or_fall_back(std::size_t alignment, std::size_t size, AllocatorHandle handle, bool zeroed) {
  if (size == 0) {
    return nullptr;
  }
  if (handle == kNullAllocator) {
    handle = default_allocator();
  }
  // A chain of fallbacks has as many links as the program made allocators, and cannot come back to where it was: an
  // allocator is made after the one it falls back on.
  for (;;) {
    if (void* block = try_allocate(alignment, size, handle, zeroed)) {
      return block;
    }
    const Allocator* allocator = made_by_program(handle);
    if (allocator == nullptr || allocator->fallback == Fallback::null) {
      return nullptr;
    }
    switch (allocator->fallback) {
      case Fallback::abort: platform::fail("muster: out of memory in an allocator with the trait fallback=abort_fb");
      case Fallback::allocator: handle = allocator->fallback_handle; break;
      default: handle = kDefaultMemAlloc; break;
    }
  }
}

bool set_trait(Allocator& allocator, const AllocatorTrait& trait) {
  const bool is_default = trait.value == kTraitDefault;
  switch (trait.key) {
    case kAlignment:
      allocator.alignment = is_default ? 1 : trait.value;
      return std::has_single_bit(allocator.alignment);
    case kPoolSize:
      allocator.pool_bytes = trait.value;  // the default is no limit
      return trait.value != 0;
    case kFallback:
      allocator.fallback = is_default ? Fallback::default_memory : static_cast<Fallback>(trait.value);
      return allocator.fallback >= Fallback::default_memory && allocator.fallback <= Fallback::allocator;
    case kFallbackData: allocator.fallback_handle = trait.value; return true;
    case kPinned: return is_default || trait.value == kFalse;
    case kSyncHint:
    case kAccess:
    case kPartition: return true;
    default: return false;
  }
}

}  // namespace

namespace {

// The allocator that OMP_ALLOCATOR describes by a memory space and traits. Made when first asked for: a program that
// allocates nothing needs none.
struct EnvironmentAllocator {
  locks::Mutex<platform::Native> making;
  platform::Native::Atomic<AllocatorHandle> handle{kNullAllocator};
};
constinit EnvironmentAllocator environment_allocator;

AllocatorHandle made_from(const settings::Allocator& described) {
  AllocatorTrait traits[settings::kMaxAllocatorTraits];
  for (std::uint32_t i = 0; i < described.trait_count; ++i) {
    traits[i] = {static_cast<std::int32_t>(described.traits[i].key), described.traits[i].value};
  }
  const AllocatorHandle handle =
      make_allocator(described.memory_space, static_cast<std::int32_t>(described.trait_count), traits);
  if (handle == kNullAllocator) {
    if (runtime::settings_at_start().global.warnings) {
      constexpr std::string_view kMessage =
          "OMP: Warning #190: muster: OMP_ALLOCATOR: this machine cannot give such memory; using "
          "omp_default_mem_alloc\n";
      platform::write_standard_error(kMessage.data(), kMessage.size());
    }
    return kDefaultMemAlloc;
  }
  return handle;
}

AllocatorHandle allocator_of_environment(const settings::Allocator& described) {
  // A: acquire, pairs with B
  AllocatorHandle handle = environment_allocator.handle.load_acquire();
  if (handle != kNullAllocator) {
    return handle;
  }
  environment_allocator.making.lock();
  handle = environment_allocator.handle.load_relaxed();
  if (handle == kNullAllocator) {
    handle = made_from(described);
    // B: release, pairs with A
    environment_allocator.handle.store_release(handle);
  }
  environment_allocator.making.unlock();
  return handle;
}

// How the ICV holds "default memory, and the program said so", which OMP_ALLOCATOR must not change any more.
constexpr AllocatorHandle kDefaultBySetting = kLastPredefinedAllocator;

}  // namespace

AllocatorHandle default_allocator() {
  const AllocatorHandle handle = runtime::current().icvs->default_allocator;
  if (handle == kDefaultBySetting) {
    return kDefaultMemAlloc;
  }
  const settings::Allocator& described = runtime::settings_at_start().global.allocator;
  const bool says_nothing = handle == kDefaultMemAlloc && described.predefined == kNullAllocator;
  return says_nothing ? allocator_of_environment(described) : handle;
}

void set_default_allocator(AllocatorHandle handle) {
  if (handle != kNullAllocator) {
    teams::writable_icvs(runtime::current()).default_allocator =
        handle == kDefaultMemAlloc ? kDefaultBySetting : handle;
  }
}

AllocatorHandle make_allocator(std::uintptr_t memory_space, std::int32_t trait_count, const AllocatorTrait* traits) {
  if (memory_space > kLastMemSpace || memory_space == kHighBandwidthMemSpace) {
    return kNullAllocator;
  }
  void* memory = malloc(sizeof(Allocator));
  if (memory == nullptr) {
    return kNullAllocator;
  }
  auto* allocator = new (memory) Allocator;
  bool is_possible = true;
  for (std::int32_t i = 0; i < trait_count; ++i) {
    is_possible = is_possible && set_trait(*allocator, traits[i]);
  }
  if (!is_possible || (allocator->fallback == Fallback::allocator && allocator->fallback_handle == kNullAllocator)) {
    free(memory);
    return kNullAllocator;
  }
  return reinterpret_cast<AllocatorHandle>(allocator);
}

void destroy_allocator(AllocatorHandle handle) { free(made_by_program(handle)); }

void* allocate(std::size_t alignment, std::size_t size, AllocatorHandle handle) {
  return allocate_or_fall_back(alignment, size, handle, false);
}

void* allocate_zeroed(std::size_t alignment, std::size_t count, std::size_t size, AllocatorHandle handle) {
  std::size_t bytes = 0;
  return __builtin_mul_overflow(count, size, &bytes) ? nullptr : allocate_or_fall_back(alignment, bytes, handle, true);
}

void* reallocate(void* block, std::size_t size, AllocatorHandle handle) {
  if (block == nullptr) {
    return allocate(0, size, handle);
  }
  const BlockHeader old = *header_of(block);
  const AllocatorHandle target = handle == kNullAllocator ? old.owner : handle;
  // Within a pool the old block makes room for the new one.
  Allocator* pool = target == old.owner ? made_by_program(target) : nullptr;
  if (pool != nullptr) {
    give_to_pool(*pool, old.taken);
    header_of(block)->taken = 0;
  }
  void* moved = allocate(0, size, target);
  if (moved != nullptr) {
    memcpy(moved, block, old.size < size ? old.size : size);
  }
  if (moved != nullptr || size == 0) {
    free_block(block);
    return moved;
  }
  // As realloc(3): where there is no room for the new block, the old one stays, and is in the pool again.
  if (pool != nullptr) {
    pool->used_bytes.fetch_add_relaxed(old.taken);
    header_of(block)->taken = old.taken;
  }
  return nullptr;
}

void free_block(void* block) {
  if (block == nullptr) {
    return;
  }
  const BlockHeader header = *header_of(block);
  if (Allocator* owner = made_by_program(header.owner)) {
    give_to_pool(*owner, header.taken);
  }
  free(header.start);
}

}  // namespace muster::abi
