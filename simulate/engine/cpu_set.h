// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CpuSet: the CPUs that have a copy of a line.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace muster::simulate {

class CpuSet {
 public:
  explicit CpuSet(std::uint32_t cpus) : words_((cpus + kBits - 1) / kBits) {}

  bool has(std::uint32_t cpu) const { return (words_[cpu / kBits] >> cpu % kBits & 1) != 0; }
  void add(std::uint32_t cpu) { words_[cpu / kBits] |= std::uint64_t{1} << cpu % kBits; }
  void clear() { words_.assign(words_.size(), 0); }

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::uint32_t index = 0; index < words_.size(); ++index) {
      for (std::uint64_t left = words_[index]; left != 0; left &= left - 1) {
        visit(index * kBits + static_cast<std::uint32_t>(std::countr_zero(left)));
      }
    }
  }

 private:
  static constexpr std::uint32_t kBits = 64;

  std::vector<std::uint64_t> words_;
};

}  // namespace muster::simulate
