// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The differences between compilers, and the only place outside platform/ that may ask which one this is.
#pragma once

#define MUSTER_LIKELY(condition)   (__builtin_expect(!!(condition), 1))
#define MUSTER_UNLIKELY(condition) (__builtin_expect(!!(condition), 0))
#define MUSTER_ALWAYS_INLINE       inline __attribute__((always_inline))
// For reads of memory that something else than a thread of the program writes.
#define MUSTER_NO_SANITIZE_THREAD __attribute__((no_sanitize("thread")))
// Slow paths are kept out of line so that the fast path around the call stays small.
#define MUSTER_NOINLINE __attribute__((noinline, cold))
// A path of its own, as fast as any: its caller has nothing to save for it.
#define MUSTER_OUT_OF_LINE __attribute__((noinline))
// The frame of the function that asks. On x86-64 it begins with two words below where the caller's stack ends, and GCC knows that place of a function
// that has no frame on its quick way too; asking for the frame itself would have it make one.
#if defined(__x86_64__) && !defined(__clang__)
#define MUSTER_OWN_FRAME() (static_cast<const void* const*>(__builtin_dwarf_cfa()) - 2)
#else
#define MUSTER_OWN_FRAME() (__builtin_frame_address(0))
#endif

// Whether this very code is compiled for ThreadSanitizer, which then sees the runtime's own synchronisation.
#if defined(__SANITIZE_THREAD__)
#define MUSTER_THREAD_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MUSTER_THREAD_SANITIZED true
#endif
#endif
#ifndef MUSTER_THREAD_SANITIZED
#define MUSTER_THREAD_SANITIZED false
#endif
