// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operating-system threads, as the pool needs them.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

#include "platform/resident.h"

namespace muster::platform {

using OsThread = pthread_t;
using OsThreadEntry = void* (*)(void*);

// CPUs as the kernel has them in a mask: bit `cpu % 64` of 64-bit word `cpu / 64`. No bytes: those of the caller.
struct OsCpuMask {
  const void* words = nullptr;
  std::size_t bytes = 0;
};

// Starts a joinable thread on these CPUs, which inherits the signal mask of the caller. stack_bytes 0: default_stack_bytes().
// Returns 0 or an errno value (EAGAIN: the system has no room for another; EINVAL: the thread may use none of the CPUs).
int start_os_thread(OsThread& thread, std::size_t stack_bytes, OsThreadEntry entry, void* argument,
                    OsCpuMask cpus = {});
// Has a thread that the caller has started on its own CPUs, and that may not run yet, go on on another of them than `cpu`, where there is one. Nothing else
// may change the thread's mask meanwhile.
void move_off_cpu(OsThread thread, std::int32_t cpu);
// The stack of a thread for which no size is asked; 0: not known.
std::size_t default_stack_bytes();
void join_os_thread(OsThread thread);
// Its stack, in which the C library has its thread-local variables too. The thread must not be joined meanwhile.
MemoryUse stack_use(OsThread thread);

}  // namespace muster::platform
