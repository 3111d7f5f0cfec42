// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for the runtime's own long-lived structures, straight from the system so that no allocator of the program is
// entered from inside a region.
#pragma once

#include <cstddef>

namespace muster::platform {

// Zeroed, page-aligned memory of at least `bytes`; null when the system refuses. Thread-safe.
void* allocate_pages(std::size_t bytes);
// `bytes` as given to allocate_pages.
void free_pages(void* memory, std::size_t bytes);

}  // namespace muster::platform
