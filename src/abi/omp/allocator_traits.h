// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an allocator's traits say (OpenMP 5.2, table 6.2; of 6.0 those that LLVM's omp.h has), by the numbers of the compilers' omp.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/omp/allocator.h"
#include "memory/memory.h"

namespace muster::abi {

enum class Fallback : std::uint8_t { default_memory, null, abort, allocator };

// The threads whose allocations share a pool.
enum class Access : std::uint8_t { all, contention_group, team, thread };

struct Traits {
  std::size_t alignment = 1;
  std::size_t pool_bytes = ~std::size_t{0};
  Fallback fallback = Fallback::default_memory;
  AllocatorHandle fallback_handle = kNullAllocator;
  Access access = Access::all;
  memory::Placement placement;
};

// False when a trait is unknown, its value is none of its own, or the host cannot give what it asks for.
bool read_traits(std::int32_t count, const AllocatorTrait* list, Traits& traits);

}  // namespace muster::abi
