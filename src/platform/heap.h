// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program's own heap, that of the C library.
#pragma once

namespace muster::platform {

// Lets the heap keep up to 2 MiB at its top that the program has freed, where it would give back to the system what exceeds 128 KiB: a
// program that allocates and frees around each region would get the same pages anew each time, and fault on each. Does nothing where
// the user or the program has set such a limit, or another allocator serves. Thread-safe.
void keep_freed_memory();

}  // namespace muster::platform
