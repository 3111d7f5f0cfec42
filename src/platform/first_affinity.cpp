// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loader relocates all libraries before it runs the first constructor, and a symbol of the kind STT_GNU_IFUNC is resolved while its
// library is relocated, by a function of that library. Ours makes one system call. It may use nothing that is relocated itself: no
// function of another library, no thread-local word, nothing that a sanitizer puts in.
#include "platform/first_affinity.h"

#include <sys/syscall.h>

#include <cstddef>

#include "base/base.h"

// A sanitizer puts calls into this code, which cannot be made before the sanitizer itself has been relocated.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MUSTER_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define MUSTER_SANITIZED 1
#endif
#endif
#ifndef MUSTER_SANITIZED
#define MUSTER_SANITIZED 0
#endif

namespace muster::platform {

#if !MUSTER_SANITIZED && (defined(__x86_64__) || defined(__aarch64__))
namespace {

// What the kernel allows at most (CONFIG_NR_CPUS of x86-64 is 8192).
constexpr std::size_t kWords = 8192 / 64;
constinit std::uint64_t mask[kWords] = {};
// Bytes of it that the kernel filled, or less than 0.
constinit long filled = 0;

MUSTER_ALWAYS_INLINE long ask_kernel() {
#if defined(__x86_64__)
  long result = SYS_sched_getaffinity;
  __asm__ volatile("syscall" : "+a"(result) : "D"(0L), "S"(sizeof mask), "d"(mask) : "rcx", "r11", "memory");
  return result;
#else
  register long number __asm__("x8") = SYS_sched_getaffinity;
  register long first __asm__("x0") = 0;
  register std::size_t second __asm__("x1") = sizeof mask;
  register void* third __asm__("x2") = mask;
  __asm__ volatile("svc #0" : "+r"(first) : "r"(number), "r"(second), "r"(third) : "memory");
  return first;
#endif
}

using Function = void();
void nothing() {}

// The resolver; the attribute below asks for it by its name in the object file.
__attribute__((used)) Function* look() __asm__("muster_look_at_affinity");
Function* look() {
  filled = ask_kernel();
  return &nothing;
}

__attribute__((ifunc("muster_look_at_affinity"))) void resolved_early();

// The reference for which the loader resolves the symbol. Nobody calls it.
__attribute__((used)) Function* const kReference = &resolved_early;

}  // namespace

std::span<const std::uint64_t> first_affinity() {
  return {mask, filled > 0 ? static_cast<std::size_t>(filled) / sizeof mask[0] : 0};
}

#else

std::span<const std::uint64_t> first_affinity() { return {}; }

#endif

}  // namespace muster::platform
