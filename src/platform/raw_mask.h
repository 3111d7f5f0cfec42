// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An affinity mask as the system calls have it: without the C library, which keeps errno and allocates for more than 1024 CPUs.
#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace muster::platform {

class RawMask {
 public:
  // Reads the mask of a thread of the system, or of the caller (0). Returns false, and changes errno, where the system refuses.
  bool read(pid_t thread) {
    const long bytes = syscall(SYS_sched_getaffinity, thread, sizeof words_, words_);
    bytes_ = bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
    return bytes_ != 0;
  }
  bool write(pid_t thread) const { return syscall(SYS_sched_setaffinity, thread, bytes_, words_) == 0; }

  const unsigned long* words() const { return words_; }
  std::size_t bytes() const { return bytes_; }

  bool has(std::int32_t cpu) const { return is_inside(cpu) && (word_of(cpu) & bit_of(cpu)) != 0; }
  // The CPU is one of the mask's.
  void remove(std::int32_t cpu) { word_of(cpu) &= ~bit_of(cpu); }
  // Returns a mask of the same size that has that CPU alone.
  RawMask only(std::int32_t cpu) const {
    RawMask one;
    one.bytes_ = bytes_;
    one.word_of(cpu) = bit_of(cpu);
    return one;
  }

  bool operator==(const RawMask& other) const {
    return bytes_ == other.bytes_ && std::memcmp(words_, other.words_, bytes_) == 0;
  }

 private:
  static constexpr std::size_t kBitsAWord = 8 * sizeof(unsigned long);
  // What the kernel allows at most (CONFIG_NR_CPUS of x86-64 is 8192).
  static constexpr std::size_t kWords = 8192 / kBitsAWord;

  bool is_inside(std::int32_t cpu) const { return cpu >= 0 && static_cast<std::size_t>(cpu) / 8 < bytes_; }
  unsigned long& word_of(std::int32_t cpu) { return words_[static_cast<std::size_t>(cpu) / kBitsAWord]; }
  const unsigned long& word_of(std::int32_t cpu) const { return words_[static_cast<std::size_t>(cpu) / kBitsAWord]; }
  static unsigned long bit_of(std::int32_t cpu) { return 1UL << static_cast<std::size_t>(cpu) % kBitsAWord; }

  unsigned long words_[kWords] = {};
  std::size_t bytes_ = 0;
};

}  // namespace muster::platform
