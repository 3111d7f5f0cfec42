// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What differs between instruction sets: the polling hint, the full fence, the counter of time and the control of floating-point arithmetic.
#pragma once

#include <cstdint>

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

// A counter that all CPUs keep in step, at a rate of its own, read without a system call. Nothing orders the reading. 0 where there is none.
inline std::uint64_t ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t count = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return 0;
#endif
}

// The same after all loads before it have their values.
inline std::uint64_t ticks_after_loads() {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#elif defined(__aarch64__)
  asm volatile("dsb ishld\n\tisb" ::: "memory");
#endif
  return ticks();
}

// Whether ticks() goes on at one rate in every state of the processor. On x86-64 bit 8 of CPUID 80000007H EDX says so (Intel SDM, 18.17.1).
inline bool has_steady_ticks() {
#if defined(__x86_64__)
  std::uint32_t largest = 0x80000000U;
  std::uint32_t features = 0;
  asm("cpuid" : "+a"(largest) : : "ebx", "ecx", "edx");
  if (largest < 0x80000007U) {
    return false;
  }
  largest = 0x80000007U;
  asm("cpuid" : "+a"(largest), "=d"(features) : : "ebx", "ecx");
  return (features >> 8 & 1U) != 0;
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

// How a thread computes: rounding, traps, and whether denormal numbers count as zero. `scalar` is MXCSR without its flags, `x87` the control word. Where
// libomp leaves it to each thread, which is everywhere but on x86, all are alike.
struct FloatControl {
  std::uint32_t scalar = 0;
  std::uint16_t x87 = 0;
};

// Intel SDM, volume 1, 10.2.3: bits 0 to 5 are flags.
inline constexpr std::uint32_t kScalarFlags = 0x3F;

// FloatControl::scalar of the calling thread, by one instruction. fesetround() and feenableexcept() change it beside the x87 control word.
inline std::uint32_t scalar_control() {
#if defined(__x86_64__)
  return __builtin_ia32_stmxcsr() & ~kScalarFlags;
#else
  return 0;
#endif
}

inline FloatControl float_control() {
  FloatControl control;
#if defined(__x86_64__)
  control.scalar = scalar_control();
  asm volatile("fnstcw %0" : "=m"(control.x87));
#endif
  return control;
}

// The flags of the thread's own stay, but those of the x87 unit, which would trap at once where the control lets them.
inline void set_float_control(const FloatControl& control) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & kScalarFlags) | control.scalar);
  asm volatile("fnclex\n\tfldcw %0" : : "m"(control.x87));
#else
  static_cast<void>(control);
#endif
}

}  // namespace muster::platform::cpu
