// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory routines in all their spellings: omp_alloc and its kin, and what the compilers call for the allocate
// directive and clause. The allocators are in allocator.h.
#include <cstddef>
#include <cstdint>

#include "abi/exports/export.h"
#include "abi/omp/allocator.h"
#include "abi/omp/depend_objects.h"
#include "abi/omp/fortran.h"

namespace muster::abi::omp {

MUSTER_OMP(OMP_5_0_1, AllocatorHandle, omp_init_allocator,
           (std::uintptr_t memory_space, std::int32_t trait_count, const AllocatorTrait* traits)) {
  return make_allocator(memory_space, trait_count, traits);
}
MUSTER_OMP(OMP_5_0_1, AllocatorHandle, omp_init_allocator_,
           (const std::uintptr_t* memory_space, const std::int32_t* trait_count, const AllocatorTrait* traits)) {
  return make_allocator(*memory_space, *trait_count, traits);
}
MUSTER_OMP(OMP_5_0_1, AllocatorHandle, omp_init_allocator_8_,
           (const std::uintptr_t* memory_space, const std::int64_t* trait_count, const AllocatorTrait* traits)) {
  return make_allocator(*memory_space, saturate(*trait_count), traits);
}

MUSTER_OMP(OMP_5_0_1, void, omp_destroy_allocator, (AllocatorHandle allocator)) { destroy_allocator(allocator); }
MUSTER_OMP(OMP_5_0_1, void, omp_destroy_allocator_, (const AllocatorHandle* allocator)) {
  destroy_allocator(*allocator);
}

MUSTER_OMP(OMP_5_0_1, void, omp_set_default_allocator, (AllocatorHandle allocator)) {
  set_default_allocator(allocator);
}
MUSTER_OMP(OMP_5_0_1, void, omp_set_default_allocator_, (const AllocatorHandle* allocator)) {
  set_default_allocator(*allocator);
}
MUSTER_OMP(OMP_5_0_1, AllocatorHandle, omp_get_default_allocator, ()) { return default_allocator(); }
MUSTER_OMP_ALIAS(OMP_5_0_1, omp_get_default_allocator_, omp_get_default_allocator);

MUSTER_OMP(OMP_5_0_1, void*, omp_alloc, (std::size_t size, AllocatorHandle allocator)) {
  return allocate(0, size, allocator);
}
MUSTER_OMP(OMP_5_0_2, void*, omp_aligned_alloc, (std::size_t alignment, std::size_t size, AllocatorHandle allocator)) {
  return allocate(alignment, size, allocator);
}
MUSTER_OMP(OMP_5_0_2, void*, omp_calloc, (std::size_t count, std::size_t size, AllocatorHandle allocator)) {
  return allocate_zeroed(0, count, size, allocator);
}
MUSTER_OMP(OMP_5_0_2, void*, omp_aligned_calloc,
           (std::size_t alignment, std::size_t count, std::size_t size, AllocatorHandle allocator)) {
  return allocate_zeroed(alignment, count, size, allocator);
}
MUSTER_OMP(OMP_5_0_2, void*, omp_realloc,
           (void* block, std::size_t size, AllocatorHandle allocator, AllocatorHandle /*free_allocator*/)) {
  return reallocate(block, size, allocator);
}
MUSTER_OMP(OMP_5_0_1, void, omp_free, (void* block, AllocatorHandle /*allocator*/)) { free_block(block); }

// GCC, for the allocate clause.
MUSTER_GOMP(GOMP_5_0_1, void*, GOMP_alloc, (std::size_t alignment, std::size_t size, AllocatorHandle allocator)) {
  return allocate(alignment, size, allocator);
}
MUSTER_GOMP(GOMP_5_0_1, void, GOMP_free, (void* block, AllocatorHandle /*allocator*/)) { free_block(block); }

// Clang, which passes the thread's number first.
MUSTER_KMP(AllocatorHandle, __kmpc_init_allocator,
           (std::int32_t /*gtid*/, std::uintptr_t memory_space, std::int32_t trait_count,
            const AllocatorTrait* traits)) {
  return make_allocator(memory_space, trait_count, traits);
}
MUSTER_KMP(void, __kmpc_destroy_allocator, (std::int32_t /*gtid*/, AllocatorHandle allocator)) {
  destroy_allocator(allocator);
}
MUSTER_KMP(void, __kmpc_set_default_allocator, (std::int32_t /*gtid*/, AllocatorHandle allocator)) {
  set_default_allocator(allocator);
}
MUSTER_KMP(AllocatorHandle, __kmpc_get_default_allocator, (std::int32_t /*gtid*/)) { return default_allocator(); }
MUSTER_KMP(void*, __kmpc_alloc, (std::int32_t /*gtid*/, std::size_t size, AllocatorHandle allocator)) {
  may_be_clangs.store_relaxed(true);
  return allocate(0, size, allocator);
}
MUSTER_KMP(void*, __kmpc_aligned_alloc,
           (std::int32_t /*gtid*/, std::size_t alignment, std::size_t size, AllocatorHandle allocator)) {
  return allocate(alignment, size, allocator);
}
MUSTER_KMP(void*, __kmpc_calloc,
           (std::int32_t /*gtid*/, std::size_t count, std::size_t size, AllocatorHandle allocator)) {
  return allocate_zeroed(0, count, size, allocator);
}
MUSTER_KMP(void*, __kmpc_realloc,
           (std::int32_t /*gtid*/, void* block, std::size_t size, AllocatorHandle allocator,
            AllocatorHandle /*free_allocator*/)) {
  return reallocate(block, size, allocator);
}
MUSTER_KMP(void, __kmpc_free, (std::int32_t /*gtid*/, void* block, AllocatorHandle /*allocator*/)) {
  free_block(block);
}

// Handles as objects, for Fortran modules that bind to them. The numbers are those of omp.h.
MUSTER_KMP_DATA(const AllocatorHandle, omp_null_allocator) = 0;
MUSTER_KMP_DATA(const AllocatorHandle, omp_default_mem_alloc) = 1;
MUSTER_KMP_DATA(const AllocatorHandle, omp_large_cap_mem_alloc) = 2;
MUSTER_KMP_DATA(const AllocatorHandle, omp_const_mem_alloc) = 3;
MUSTER_KMP_DATA(const AllocatorHandle, omp_high_bw_mem_alloc) = 4;
MUSTER_KMP_DATA(const AllocatorHandle, omp_low_lat_mem_alloc) = 5;
MUSTER_KMP_DATA(const AllocatorHandle, omp_cgroup_mem_alloc) = 6;
MUSTER_KMP_DATA(const AllocatorHandle, omp_pteam_mem_alloc) = 7;
MUSTER_KMP_DATA(const AllocatorHandle, omp_thread_mem_alloc) = 8;
MUSTER_KMP_DATA(const AllocatorHandle, kmp_max_mem_alloc) = kLastPredefinedAllocator;
MUSTER_KMP_DATA(const std::uintptr_t, omp_default_mem_space) = 0;
MUSTER_KMP_DATA(const std::uintptr_t, omp_large_cap_mem_space) = 1;
MUSTER_KMP_DATA(const std::uintptr_t, omp_const_mem_space) = 2;
MUSTER_KMP_DATA(const std::uintptr_t, omp_high_bw_mem_space) = 3;
MUSTER_KMP_DATA(const std::uintptr_t, omp_low_lat_mem_space) = 4;

}  // namespace muster::abi::omp
