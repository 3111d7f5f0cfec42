// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CpuMarks: a set of CPUs, on the stack of a thread that looks at many others.
#pragma once

#include <cstdint>

namespace muster::waiting {

class CpuMarks {
 public:
  // Numbers below this one are told apart, which are 128 bytes. Greater ones count as never marked.
  static constexpr std::uint32_t kCpus = 1024;

  // True if the CPU was not marked. A negative number, for a CPU that is not known, is as a great one.
  bool mark(std::int32_t cpu) {
    const auto number = static_cast<std::uint32_t>(cpu);
    if (number >= kCpus) {
      return true;
    }
    std::uint64_t& word = words_[number / 64];
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

 private:
  std::uint64_t words_[kCpus / 64] = {};
};

}  // namespace muster::waiting
