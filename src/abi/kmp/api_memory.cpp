// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kmp_malloc and its kin: memory of libomp's own allocator, here the C library's, which keeps caches by thread itself.
// Fortran passes the size, and a block as the address of the variable that holds its address.
#include <stdlib.h>

#include <bit>
#include <cstddef>

#include "abi/exports/export.h"

namespace muster::abi::kmp {

MUSTER_KMP(void*, kmp_malloc, (std::size_t size)) { return malloc(size); }
MUSTER_KMP(void*, kmp_malloc_, (const std::size_t* size)) { return malloc(*size); }
MUSTER_KMP_ALIAS(kmpc_malloc, kmp_malloc);

// Null when `alignment` is no power of two.
MUSTER_KMP(void*, kmp_aligned_malloc, (std::size_t size, std::size_t alignment)) {
  const std::size_t at_least = alignment < sizeof(void*) ? sizeof(void*) : alignment;
  void* block = nullptr;
  return std::has_single_bit(at_least) && posix_memalign(&block, at_least, size) == 0 ? block : nullptr;
}
MUSTER_KMP(void*, kmp_aligned_malloc_, (const std::size_t* size, const std::size_t* alignment)) {
  return kmp_aligned_malloc(*size, *alignment);
}
MUSTER_KMP_ALIAS(kmpc_aligned_malloc, kmp_aligned_malloc);

MUSTER_KMP(void*, kmp_calloc, (std::size_t count, std::size_t size)) { return calloc(count, size); }
MUSTER_KMP(void*, kmp_calloc_, (const std::size_t* count, const std::size_t* size)) { return calloc(*count, *size); }
MUSTER_KMP_ALIAS(kmpc_calloc, kmp_calloc);

MUSTER_KMP(void*, kmp_realloc, (void* block, std::size_t size)) { return realloc(block, size); }
MUSTER_KMP(void*, kmp_realloc_, (void* const* block, const std::size_t* size)) { return realloc(*block, *size); }
MUSTER_KMP_ALIAS(kmpc_realloc, kmp_realloc);

MUSTER_KMP(void, kmp_free, (void* block)) { free(block); }
MUSTER_KMP(void, kmp_free_, (void* const* block)) { free(*block); }
MUSTER_KMP_ALIAS(kmpc_free, kmp_free);

}  // namespace muster::abi::kmp
