// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory allocators of the API (OpenMP 5.2, chapter 6 and 18.13). Default, large-capacity, constant and low-latency memory are the same
// memory of the C library's malloc; high-bandwidth memory is that of the nodes whose kind says so (topology/memory_kinds.h). Blocks that are
// pinned, of a kind, or divided over several nodes have pages of their own; so these allocators are for large blocks. Memory for few eyes
// (cgroup, pteam, thread) lives until it is freed, which the specification leaves to the program; its pools are those of the group, team or thread.
// Large blocks of ordinary memory are advised to have huge pages.
//
// All functions are thread-safe and report lack of memory as the allocator's fallback trait says.
#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::abi {

// omp_allocator_handle_t: a predefined number, or the address of an Allocator.
using AllocatorHandle = std::uintptr_t;
inline constexpr AllocatorHandle kNullAllocator = 0;
inline constexpr AllocatorHandle kDefaultMemAlloc = 1;
inline constexpr AllocatorHandle kHighBandwidthMemAlloc = 4;
inline constexpr AllocatorHandle kPinnedMemAlloc = 200;  // ompx_gnu_pinned_mem_alloc of GCC 14 and later
// omp.h of GCC numbers its allocators up to 8, those of LLVM and Intel go up to this (kmp_max_mem_alloc there). No address
// of an Allocator is as low.
inline constexpr AllocatorHandle kLastPredefinedAllocator = 1024;

// omp_memspace_handle_t
inline constexpr std::uintptr_t kDefaultMemSpace = 0;
inline constexpr std::uintptr_t kHighBandwidthMemSpace = 3;
inline constexpr std::uintptr_t kLastMemSpace = 5;            // omp_cgroup_mem_space of LLVM
inline constexpr std::uintptr_t kDefaultMemSpaceOfLlvm = 99;  // where omp.h has omp_null_mem_space for 0

// omp_alloctrait_t
struct AllocatorTrait {
  std::int32_t key;
  std::uintptr_t value;
};
static_assert(sizeof(AllocatorTrait) == 16);

// kNullAllocator when a trait or the memory space cannot be had.
AllocatorHandle make_allocator(std::uintptr_t memory_space, std::int32_t trait_count, const AllocatorTrait* traits);
// Predefined allocators are left alone.
void destroy_allocator(AllocatorHandle handle);

// def-allocator-var of the implicit task that the calling task is bound to (OpenMP 5.2, 18.13.4). At first it is what OMP_ALLOCATOR says, which may be an allocator of its own.
AllocatorHandle default_allocator();
// kNullAllocator is ignored.
void set_default_allocator(AllocatorHandle handle);

// `alignment` 0 or 1: what malloc gives. kNullAllocator means the caller's default allocator. Null for size 0.
void* allocate(std::size_t alignment, std::size_t size, AllocatorHandle handle);
void* allocate_zeroed(std::size_t alignment, std::size_t count, std::size_t size, AllocatorHandle handle);
// Contents are kept up to the smaller size. A null handle keeps the allocator of `block`; size 0 frees it.
void* reallocate(void* block, std::size_t size, AllocatorHandle handle);
// Null is fine. The block itself knows its allocator.
void free_block(void* block);

}  // namespace muster::abi
