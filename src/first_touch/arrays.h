// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program's large arrays, as its page faults tell them, and what is to be said of them: pure. The numbers are those of `muster memory`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "first_touch/touches.h"
#include "first_touch/uses.h"

namespace muster::first_touch {

// Smaller arrays are in caches; the largest last-level caches of today have some hundred times that.
inline constexpr std::uint64_t kLeastBytes = std::uint64_t{1} << 20;
// With fewer looks a share of a quarter is seen or missed by chance too often (a standard error of 8 points).
inline constexpr std::uint32_t kLeastLooks = 30;

// Pages in a row that code at one place has touched first.
struct Array {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t pages = 0;       // that were touched
  std::uint16_t code = 0;        // that has touched most of them
  std::uint16_t toucher = 0;     // the thread that has touched most of them
  std::uint32_t touched = 0;     // by that thread
  std::uint32_t touchers = 0;    // threads
  std::uint32_t looks = 0;       // in which somebody used it
  std::uint32_t shared = 0;      // in which several threads used the word
  std::uint32_t uses = 0;        // one for each look and thread
  std::uint32_t own_uses = 0;    // of the toucher
  std::uint32_t users = 0;       // threads
  std::uint16_t user = 0;        // one of them
  std::uint32_t known_uses = 0;  // of which page and thread have a known node
  std::uint32_t remote_uses = 0;

  std::uint64_t bytes() const { return end - begin; }
};

// Memory to count in; its contents do not matter.
struct Scratch {
  std::uint32_t of_thread[kMostThreads];
  std::uint32_t of_code[kMostCodes];
  std::uint64_t last_of_code[kMostCodes];
};

// The largest arrays, the largest first.
class Arrays {
 public:
  static constexpr std::size_t kMost = 64;

  void add(const Array& array);
  std::span<Array> kept() { return {arrays_, count_}; }
  std::span<const Array> kept() const { return {arrays_, count_}; }
  std::uint64_t left_out() const { return left_out_; }

 private:
  Array arrays_[kMost];
  std::size_t count_ = 0;
  std::uint64_t left_out_ = 0;
};

// `functions`: for each code the function that it is in. A run of one function's pages is cut where the instructions of one part are none of the
// other's: loops one after another, whose arrays are neighbours. `touches` are sorted.
void find_arrays(const Touches& touches, std::span<const std::uint64_t> functions, Scratch& scratch, Arrays& arrays);

// `uses` by address.
void count_uses(Array& array, std::span<const Use> uses, Scratch& scratch);

enum class Advice : std::uint8_t {
  not_seen_enough,
  none,
  initialise_in_parallel,
  interleave,
};

// Whether one thread has touched nearly all of it.
bool is_touched_by_one(const Array& array);

Advice advice_for(const Array& array);

}  // namespace muster::first_touch
