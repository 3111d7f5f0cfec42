// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What differs between instruction sets: the polling hint and the full fence.
#pragma once

namespace muster::platform::cpu {

// Arm: YIELD is a no-op on the cores in use; ISB stalls the front end for about as long as x86's PAUSE did before Skylake
// (field measurements: 10 cycles then, 140 on Skylake, 60 to 65 on AMD Zen). Why not WFE: the porting guide in platform.h.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#else
  asm volatile("" ::: "memory");
#endif
}

inline void compiler_fence() { asm volatile("" ::: "memory"); }

// Written in assembly because ThreadSanitizer refuses stand-alone fences. No data ordering depends on it: it serves the
// park handshake alone, and that works on atomics which the sanitizer does see.
inline void full_fence() {
#if defined(__x86_64__)
  // A locked add on the stack orders as MFENCE does and is cheaper on every core of the last ten years.
  asm volatile("lock; addl $0, -8(%%rsp)" ::: "memory", "cc");
#elif defined(__aarch64__)
  asm volatile("dmb ish" ::: "memory");
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

}  // namespace muster::platform::cpu
