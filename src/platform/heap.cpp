// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mallopt(3), M_MMAP_THRESHOLD: "the threshold is dynamic by default". When a block is freed that had a mapping of its own, glibc takes its
// size for the new limit from which blocks get one, and twice that for what may stay free at the top. Setting M_TRIM_THRESHOLD would do
// too, but it ends the adjusting, and overrides what the user has set.
#include "platform/heap.h"

#include <cstddef>
#include <cstdlib>

namespace muster::platform {
namespace {

// As much as libomp has programs used to: it frees a block of this size when it starts.
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

}  // namespace

void keep_freed_memory() {
  // Volatile, as compilers drop a malloc whose block is freed at once.
  void* volatile block = std::malloc(kBlockBytes);
  std::free(block);
}

}  // namespace muster::platform
