// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where in the program a construct is, as its entry point sees it.
#pragma once

#include "base/base.h"

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
Caller find_caller();

// The linker's, of this library alone.
extern const char kStartOfLibrary __asm__("__ehdr_start") __attribute__((visibility("hidden")));
extern const char kEndOfCode __asm__("etext") __attribute__((visibility("hidden")));
inline bool is_own_code(const void* address) { return address >= &kStartOfLibrary && address < &kEndOfCode; }

// It is for a branch of an entry point that is taken while somebody listens, where the entry point has a frame for its own sake: no frames have to be
// followed, unless the call ends the task's function.
#define MUSTER_CALLER_BY_FRAME() \
  (::muster::events::caller_at(__builtin_extract_return_addr(__builtin_return_address(0)), __builtin_frame_address(0)))
MUSTER_ALWAYS_INLINE Caller caller_at(const void* code, const void* frame) {
  return is_own_code(code) ? Caller{} : Caller{code, frame};
}

// The same in two parts, so that the entry point has nothing to keep for it: the first is its own, and caller_at() is for the function that it calls.
#define MUSTER_ENTRY() \
  (::muster::events::Caller{__builtin_extract_return_addr(__builtin_return_address(0)), MUSTER_OWN_FRAME()})

MUSTER_ALWAYS_INLINE Caller resolve(Caller caller) {
  if (caller.frame != nullptr) {
    return caller;
  }
  // The entry point has most often ended with a call of the observed way, which then returns to the program itself.
  const void* code = __builtin_extract_return_addr(__builtin_return_address(0));
  if (!is_own_code(code)) [[likely]] {
    return {code, __builtin_frame_address(0)};
  }
  return find_caller();
}

}  // namespace muster::events
