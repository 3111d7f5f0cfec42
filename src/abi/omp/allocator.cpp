// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See allocator.h.
#include "abi/omp/allocator.h"

#include <stdlib.h>
#include <string.h>

#include <new>

#include "abi/omp/allocator_traits.h"
#include "locks/locks.h"
#include "memory/memory.h"
#include "platform/native.h"
#include "platform/node_pages.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"
#include "topology/topology.h"

namespace muster::abi {
namespace {

// Storage that an allocator has given out, to whom its access trait tells apart (OpenMP 5.2, 6.2: the pool's size is a limit for each of
// these).
struct Pool {
  const void* scope = nullptr;
  // A sum that orders nothing.
  platform::Native::Atomic<std::size_t> used_bytes{0};
  Pool* next = nullptr;
};

struct Allocator {
  Traits traits;
  // Blocks, and the handle until it is destroyed: programs free blocks of allocators that are gone.
  platform::Native::Atomic<std::size_t> users{1};
  locks::Mutex<platform::Native> adding;  // guards the list behind the first pool
  Pool pool;
};

// Stands directly before each block.
struct alignas(16) BlockHeader {
  void* start;  // of the memory that malloc gave, or of the pages
  std::size_t size;
  std::size_t page_bytes;  // 0: from malloc
  std::size_t taken;       // from the pool
  Pool* pool;              // null: of a predefined allocator
  AllocatorHandle owner;
};

BlockHeader* header_of(void* block) { return static_cast<BlockHeader*>(block) - 1; }

Allocator* made_by_program(AllocatorHandle handle) {
  return handle <= kLastPredefinedAllocator ? nullptr : reinterpret_cast<Allocator*>(handle);
}

const void* scope_of_caller(Access access) {
  if (access == Access::all) {
    return nullptr;
  }
  const teams::Member& self = runtime::current();
  switch (access) {
    case Access::thread: return self.thread;
    case Access::team: return self.team;
    default: {
      const teams::Team* initial = self.team;
      while (initial->header.parent != nullptr) {
        initial = initial->header.parent->team;
      }
      return initial;
    }
  }
}

// Null when there is no memory for another.
Pool* pool_for(Allocator& allocator, const void* scope) {
  if (scope == nullptr) {
    return &allocator.pool;
  }
  allocator.adding.lock();
  Pool* pool = allocator.pool.next;
  while (pool != nullptr && pool->scope != scope) {
    pool = pool->next;
  }
  void* memory = pool == nullptr ? malloc(sizeof(Pool)) : nullptr;
  if (memory != nullptr) {
    pool = new (memory) Pool;
    pool->scope = scope;
    pool->next = allocator.pool.next;
    allocator.pool.next = pool;
  }
  allocator.adding.unlock();
  return pool;
}

bool take_from(Pool& pool, std::size_t bytes, std::size_t limit) {
  std::size_t used = pool.used_bytes.load_relaxed();
  do {
    if (used > limit || bytes > limit - used) {
      return false;
    }
  } while (!pool.used_bytes.compare_exchange_relaxed(used, used + bytes));
  return true;
}

void give_back(Pool& pool, std::size_t bytes) { pool.used_bytes.fetch_add_relaxed(0 - bytes); }

void end_use(Allocator& allocator) {
  // U: acq_rel, pairs with U. The last to go sees what the others did with the allocator.
  if (allocator.users.fetch_add_acq_rel(0 - std::size_t{1}) != 1) {
    return;
  }
  for (Pool* pool = allocator.pool.next; pool != nullptr;) {
    Pool* next = pool->next;
    free(pool);
    pool = next;
  }
  free(&allocator);
}

// Nodes of high-bandwidth memory that the process may use, as they were when first asked for.
struct FastNodes {
  locks::Mutex<platform::Native> reading;
  bool is_read = false;
  platform::NodeSet nodes;
};
constinit FastNodes fast_nodes;

platform::NodeSet high_bandwidth_nodes() {
  fast_nodes.reading.lock();
  if (!fast_nodes.is_read) {
    const topology::CpuSet fast = topology::high_bandwidth_nodes("");
    for (std::uint32_t node = fast.next(0); node < topology::kMaxCpus; node = fast.next(node + 1)) {
      if (memory::usable_nodes().contains(node)) {
        fast_nodes.nodes.add(node);
      }
    }
    fast_nodes.is_read = true;
  }
  const platform::NodeSet nodes = fast_nodes.nodes;
  fast_nodes.reading.unlock();
  return nodes;
}

bool has_placement(AllocatorHandle predefined) {
  return predefined == kPinnedMemAlloc || predefined == kHighBandwidthMemAlloc;
}

memory::Placement placement_of(AllocatorHandle predefined) {
  memory::Placement placement;
  placement.pinned = predefined == kPinnedMemAlloc;
  if (predefined == kHighBandwidthMemAlloc) {
    placement.of_kind = high_bandwidth_nodes();
  }
  return placement;
}

struct Memory {
  void* start = nullptr;
  std::size_t page_bytes = 0;
};

Memory ordinary_memory(std::size_t bytes, bool zeroed) {
  void* start = zeroed ? calloc(1, bytes) : malloc(bytes);
  // A system call beside hundreds of page faults.
  if (start != nullptr && bytes >= memory::kLeastWithHugePages &&
      memory::wants_huge_pages(bytes, memory::usable_nodes().count())) {
    platform::advise_huge_pages(start, bytes);
  }
  return {start, 0};
}

Memory memory_for(const memory::Placement& placement, std::size_t bytes, bool zeroed) {
  if (!placement.is_ordinary() && placement.needs_own_pages(memory::usable_nodes().count())) {
    return {memory::map_placed(bytes, placement), bytes};
  }
  return ordinary_memory(bytes, zeroed);
}

void give_back(const Memory& memory) {
  if (memory.page_bytes != 0) {
    memory::unmap_placed(memory.start, memory.page_bytes);
  } else {
    free(memory.start);
  }
}

// Not by std::has_single_bit: where the instruction is not promised it calls into libgcc.
bool is_power_of_two(std::size_t number) { return number != 0 && (number & (number - 1)) == 0; }

// Bytes that a block takes with its header and what else the alignment skips; 0 when there is no such alignment or size.
std::size_t bytes_of_block(std::size_t alignment, std::size_t size) {
  std::size_t total = 0;
  // Malloc and pages are aligned to 16 bytes.
  const std::size_t extra = sizeof(BlockHeader) + alignment - alignof(BlockHeader);
  return is_power_of_two(alignment) && !__builtin_add_overflow(size, extra, &total) ? total : 0;
}

// Null when the system or the pool has no room, or when `alignment` is no power of two.
void* try_allocate(std::size_t alignment, std::size_t size, AllocatorHandle handle, bool zeroed) {
  Allocator* allocator = made_by_program(handle);
  std::size_t aligned_to = alignment < alignof(BlockHeader) ? alignof(BlockHeader) : alignment;
  if (allocator != nullptr && allocator->traits.alignment > aligned_to) {
    aligned_to = allocator->traits.alignment;
  }
  const std::size_t total = bytes_of_block(aligned_to, size);
  if (total == 0) {
    return nullptr;
  }
  // What a block needs on top is in the pool too, as on libgomp and libomp.
  Pool* pool = allocator != nullptr ? pool_for(*allocator, scope_of_caller(allocator->traits.access)) : nullptr;
  if (allocator != nullptr && (pool == nullptr || !take_from(*pool, total, allocator->traits.pool_bytes))) {
    return nullptr;
  }
  const Memory memory = allocator != nullptr    ? memory_for(allocator->traits.placement, total, zeroed)
                        : has_placement(handle) ? memory_for(placement_of(handle), total, zeroed)
                                                : ordinary_memory(total, zeroed);
  if (memory.start == nullptr) {
    if (pool != nullptr) {
      give_back(*pool, total);
    }
    return nullptr;
  }
  if (allocator != nullptr) {
    allocator->users.fetch_add_relaxed(1);
  }
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(memory.start) + sizeof(BlockHeader);
  void* block = static_cast<char*>(memory.start) + sizeof(BlockHeader) + ((0 - first) & (aligned_to - 1));
  new (header_of(block)) BlockHeader{memory.start, size, memory.page_bytes, total, pool, handle};
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
    if (allocator == nullptr) {
      // Predefined allocators have the default of the trait, default memory.
      if (!has_placement(handle)) {
        return nullptr;
      }
      handle = kDefaultMemAlloc;
      continue;
    }
    switch (allocator->traits.fallback) {
      case Fallback::null: return nullptr;
      case Fallback::abort: platform::fail("muster: out of memory in an allocator with the trait fallback=abort_fb");
      case Fallback::allocator: handle = allocator->traits.fallback_handle; break;
      default: handle = kDefaultMemAlloc; break;
    }
  }
}

bool is_memory_space(std::uintptr_t space) { return space <= kLastMemSpace || space == kDefaultMemSpaceOfLlvm; }

}  // namespace

AllocatorHandle make_allocator(std::uintptr_t memory_space, std::int32_t trait_count, const AllocatorTrait* traits) {
  Traits read;
  if (!is_memory_space(memory_space) || !read_traits(trait_count, traits, read)) {
    return kNullAllocator;
  }
  if (memory_space == kHighBandwidthMemSpace) {
    read.placement.of_kind = high_bandwidth_nodes();
    if (read.placement.of_kind.count() == 0) {
      return kNullAllocator;
    }
  }
  void* memory = malloc(sizeof(Allocator));
  if (memory == nullptr) {
    return kNullAllocator;
  }
  auto* allocator = new (memory) Allocator;
  allocator->traits = read;
  return reinterpret_cast<AllocatorHandle>(allocator);
}

void destroy_allocator(AllocatorHandle handle) {
  if (Allocator* allocator = made_by_program(handle)) {
    end_use(*allocator);
  }
}

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
  Pool* pool = target == old.owner ? old.pool : nullptr;
  if (pool != nullptr) {
    give_back(*pool, old.taken);
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
  give_back(Memory{header.start, header.page_bytes});
  if (header.pool != nullptr) {
    give_back(*header.pool, header.taken);
    end_use(*made_by_program(header.owner));
  }
}

}  // namespace muster::abi
