// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of some memory the system has given pages to.
#pragma once

#include <cstddef>

namespace muster::platform {

// Bytes that are mapped, and those of them that have pages.
struct MemoryUse {
  std::size_t mapped_bytes = 0;
  std::size_t resident_bytes = 0;

  MemoryUse& operator+=(const MemoryUse& other) {
    mapped_bytes += other.mapped_bytes;
    resident_bytes += other.resident_bytes;
    return *this;
  }
};

// All pages in which a part of the range lies (mincore(2)). A range of which nothing is mapped has 0 resident bytes. Any thread.
MemoryUse memory_use(const void* begin, std::size_t bytes);

}  // namespace muster::platform
