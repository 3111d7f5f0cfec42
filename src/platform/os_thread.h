// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operating-system threads, as the pool needs them.
#pragma once

#include <pthread.h>

#include <cstddef>

namespace muster::platform {

using OsThread = pthread_t;
using OsThreadEntry = void* (*)(void*);

// Starts a joinable thread, which inherits the signal mask and the affinity of the caller.
// stack_bytes 0 keeps the system's default. Returns 0 or an errno value (EAGAIN: the system has no room for another).
int start_os_thread(OsThread& thread, std::size_t stack_bytes, OsThreadEntry entry, void* argument);
void join_os_thread(OsThread thread);

}  // namespace muster::platform
