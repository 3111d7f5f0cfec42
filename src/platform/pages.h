// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for the runtime's own long-lived structures, straight from the system so that no allocator of the program is
// entered from inside a region. Small blocks share pages: a system call and a page fault each would be most of what the first
// region of a process costs, and a page a thread most of its memory.
#pragma once

#include <cstddef>

#include "platform/resident.h"

namespace muster::platform {

// Larger blocks get pages of their own. A team of few members is smaller.
inline constexpr std::size_t kLargestShared = 8192;

// Zeroed memory of at least `bytes`, aligned to a cache line; null when the system refuses. Thread-safe.
void* allocate_pages(std::size_t bytes);
// `bytes` as given to allocate_pages. Thread-safe.
void free_pages(void* memory, std::size_t bytes);

// The same of at most kLargestShared bytes for what may never be used: it shares pages with its like alone and is not written before it
// is handed out for the first time, so that it takes no memory until somebody writes it. Thread-safe.
void* allocate_on_demand(std::size_t bytes);
void free_on_demand(void* memory, std::size_t bytes);

// What all of it takes, without what has been given back to the system. Thread-safe.
MemoryUse use_of_pages();

// Around fork(2), so that the child finds the shared pages in order.
void lock_pages();
void unlock_pages();

// At unload, when no block is in use any more: gives the shared pages back.
void release_shared_pages();

}  // namespace muster::platform
