// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/pages.h"

#include <sys/mman.h>

namespace muster::platform {

void* allocate_pages(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void free_pages(void* memory, std::size_t bytes) {
  if (memory != nullptr) {
    munmap(memory, bytes);
  }
}

}  // namespace muster::platform
