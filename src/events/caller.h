// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where in the program a construct is, as its entry point sees it.
#pragma once

namespace muster::events {

struct Caller {
  // The address in the program's code to which the entry point returns.
  const void* code = nullptr;
  // The frame of the entry point: at and below it the stack is the runtime's.
  const void* frame = nullptr;
};

// The outermost frame of a thread that the runtime has started; null on a thread of the program. No frame of the program's is at or above it.
inline constinit thread_local const void* outermost_frame = nullptr;

// What stands for the caller on the way from an entry point to the place where it is asked for: nothing has to be kept for it, and no path has a
// frame because of it on which nobody asks.
#define MUSTER_CALLER() (::muster::events::Caller{})

// The caller itself, if it is one already. Else that of the entry point through which this thread has entered the library last: the frames are
// followed until one returns to code that is not the library's, or the task's own have gone (a call that ends its function). Nothing is known where
// a worker's have gone while nobody listens. All of the library is built with frame pointers, and beside the frame pointer that a frame begins
// with stands the address to which its function returns, on x86-64 and AArch64 alike.
Caller resolve(Caller caller);

}  // namespace muster::events
