// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/arena.h"

#include <sys/mman.h>

namespace muster::simulate {
namespace {

// Pairs of lines, which a prefetcher may fetch together, stay within one allocation.
constexpr std::size_t kAlignment = 2 * base::kCacheLineBytes;

}  // namespace

Arena::Arena(std::size_t bytes)
    : memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
      bytes_(bytes) {
  if (memory_ == MAP_FAILED) {
    throw std::bad_alloc();
  }
}

Arena::~Arena() { munmap(memory_, bytes_); }

void* Arena::allocate(std::size_t bytes) {
  const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (rounded > bytes_ - used_) {
    throw std::bad_alloc();
  }
  void* const memory = static_cast<std::byte*>(memory_) + used_;
  used_ += rounded;
  return memory;
}

}  // namespace muster::simulate
