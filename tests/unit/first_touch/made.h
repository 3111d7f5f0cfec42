// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Touches and uses of pages as tests make them up.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "first_touch/arrays.h"

namespace muster::first_touch {

inline constexpr std::uint64_t kBegin = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kPageBytes = 4096;
inline constexpr std::uint64_t kHugeBytes = std::uint64_t{2} << 20;

class Made {
 public:
  Made() { EXPECT_TRUE(touches_.open(kPageBytes)); }
  ~Made() { touches_.close(); }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;

  void touch(std::uint64_t address, std::uint16_t thread, std::uint16_t code = 1) {
    EXPECT_TRUE(touches_.note(address, {static_cast<std::uint16_t>(thread + 1), code}));
  }

  // So many pages in a row, the i-th by thread_of(i) and code_of(i).
  void touch_pages(
      std::uint64_t begin, std::uint32_t pages, const std::function<unsigned(unsigned)>& thread_of,
      const std::function<unsigned(unsigned)>& code_of = [](unsigned) { return 1; }) {
    for (std::uint32_t i = 0; i < pages; ++i) {
      touch(begin + i * kPageBytes, static_cast<std::uint16_t>(thread_of(i)), static_cast<std::uint16_t>(code_of(i)));
    }
  }

  // A look, by the threads that used the word.
  void look(std::uint64_t address, const std::vector<unsigned>& threads, std::int16_t page_node = kUnknownNode,
            std::int16_t thread_node = kUnknownNode) {
    bool begins = true;
    for (const unsigned thread : threads) {
      uses_.push_back(
          {address, static_cast<std::uint16_t>(thread), page_node, thread_node, begins, threads.size() > 1});
      begins = false;
    }
  }

  // With `functions`: the function of each code.
  std::vector<Array> arrays(std::vector<std::uint64_t> functions = {0, 1, 2, 3}) {
    const auto found = std::make_unique<Arrays>();
    const auto scratch = std::make_unique<Scratch>();
    touches_.sort();
    find_arrays(touches_, functions, *scratch, *found);
    std::sort(uses_.begin(), uses_.end(), [](const Use& one, const Use& other) { return one.address < other.address; });
    for (Array& array : found->kept()) count_uses(array, uses_, *scratch);
    left_out_ = found->left_out();
    return {found->kept().begin(), found->kept().end()};
  }
  std::uint64_t left_out() const { return left_out_; }
  Touches& touches() { return touches_; }

 private:
  Touches touches_;
  std::vector<Use> uses_;
  std::uint64_t left_out_ = 0;
};

inline unsigned one(unsigned /*page*/) { return 0; }

}  // namespace muster::first_touch
