// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at words of pages that were touched: debug registers of the CPU tell which threads read or write them meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "first_touch/record.h"

namespace muster::first_touch {

class Looks {
 public:
  explicit Looks(Record& record);

  // Picks some words at random and has all of these threads watched, or some of them in turn where there are very many.
  void begin(std::span<const std::int32_t> tasks);
  // Ends the watches and notes what they have seen.
  void end();

 private:
  // As many registers as x86-64 has; Arm has 2 to 16.
  static constexpr std::size_t kWords = 4;
  // A file for each thread and word, of which a process has 1024 by default.
  static constexpr std::size_t kMostThreadsAtOnce = 32;

  struct Watch {
    int file;
    std::uint32_t word;
    std::int32_t task;
  };

  std::uint64_t random();
  void watch(std::int32_t task);
  void note(std::uint64_t address, std::span<const std::int32_t> users);

  Record& record_;
  std::uint64_t state_;
  std::uint64_t words_[kWords] = {};
  Watch watches_[kWords * kMostThreadsAtOnce];
  std::size_t count_ = 0;
};

}  // namespace muster::first_touch
