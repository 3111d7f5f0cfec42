// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/resident.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace muster::platform {

MemoryUse memory_use(const void* begin, std::size_t bytes) {
  const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = address / page_bytes;
  const std::uintptr_t last = (address + bytes + page_bytes - 1) / page_bytes;
  MemoryUse use;
  use.mapped_bytes = (last - first) * page_bytes;
  // A system call for each 4 MiB: most of a stack is looked at in vain.
  unsigned char resident[1024];
  for (std::uintptr_t page = first; page < last; page += sizeof resident) {
    const std::size_t count = std::min<std::uintptr_t>(sizeof resident, last - page);
    void* piece = reinterpret_cast<void*>(page * page_bytes);  // NOLINT(performance-no-int-to-ptr)
    if (mincore(piece, count * page_bytes, resident) == 0) {
      use.resident_bytes +=
          page_bytes * static_cast<std::size_t>(std::count_if(resident, resident + count,
                                                              [](unsigned char bits) { return (bits & 1) != 0; }));
    }
  }
  return use;
}

}  // namespace muster::platform
