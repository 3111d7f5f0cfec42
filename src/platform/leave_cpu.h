// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a thread is taken off a CPU.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace muster::platform {

// The mask without the CPU moves a thread; the whole mask again leaves it where it is. `set_mask(mask, bytes)` is the system call for a thread that has
// the caller's mask, or the caller itself, and says whether it worked. Where the thread may use no other CPU, nothing happens.
template <class SetMask>
void take_off_cpu(std::int32_t cpu, const SetMask& set_mask) {
  // What the kernel allows at most (CONFIG_NR_CPUS of x86-64 is 8192).
  constexpr std::size_t kWords = 8192 / (8 * sizeof(unsigned long));
  constexpr std::size_t kBitsAWord = 8 * sizeof(unsigned long);
  unsigned long mask[kWords] = {};
  const long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
  const auto word = static_cast<std::size_t>(cpu) / kBitsAWord;
  const unsigned long bit = 1UL << static_cast<std::size_t>(cpu) % kBitsAWord;
  if (cpu < 0 || bytes <= 0 || word >= kWords || (mask[word] & bit) == 0) {
    return;
  }
  mask[word] &= ~bit;
  if (set_mask(mask, static_cast<std::size_t>(bytes))) {
    mask[word] |= bit;
    set_mask(mask, static_cast<std::size_t>(bytes));
  }
}

}  // namespace muster::platform
