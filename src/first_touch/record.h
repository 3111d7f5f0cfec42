// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All that is kept of a run. One thread writes it while the program runs; once that thread has ended, the one that tells reads it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/base.h"
#include "first_touch/arrays.h"
#include "first_touch/code_places.h"
#include "first_touch/nodes.h"
#include "first_touch/touches.h"
#include "first_touch/uses.h"

namespace muster::first_touch {

// Threads by the system's numbers, numbered as they came.
class Threads {
 public:
  bool knows(std::int32_t id) {
    find(id);
    return last_ < count_;
  }

  // kMostThreads: there is no room.
  std::uint16_t number_of(std::int32_t id) {
    find(id);
    if (last_ == count_ && count_ < kMostThreads) {
      ids_[count_++] = id;
    }
    return last_;
  }

 private:
  void find(std::int32_t id) {
    if (last_ < count_ && ids_[last_] == id) {
      return;
    }
    for (last_ = 0; last_ < count_ && ids_[last_] != id;) {
      ++last_;
    }
  }

  std::int32_t ids_[kMostThreads];
  std::uint16_t count_ = 0;
  // Faults of one thread come in rows.
  std::uint16_t last_ = 0;
};

// The instructions that have touched pages.
class Codes {
 public:
  // Its number; 0, which stands for all further ones, where there is no room.
  std::uint16_t number_of(std::uint64_t code) {
    constexpr unsigned kHashBits = 32;
    for (std::uint64_t slot = base::fibonacci_hash(code, kHashBits);; ++slot) {
      std::uint16_t& number = slots_[slot % kSlots];
      if (number == 0) {
        if (count_ == kMostCodes) {
          return 0;
        }
        codes_[count_] = code;
        number = count_++;
      }
      if (codes_[number] == code) {
        return number;
      }
    }
  }
  std::uint64_t operator[](std::uint16_t number) const { return codes_[number]; }
  std::uint16_t count() const { return count_; }

 private:
  static constexpr std::uint32_t kSlots = 2 * kMostCodes;

  std::uint64_t codes_[kMostCodes] = {};
  std::uint16_t slots_[kSlots] = {};
  std::uint16_t count_ = 1;
};

struct Record {
  Touches touches;
  Uses uses;
  Threads threads;
  Codes codes;
  NodesOfCpus nodes;
  CodeRange own_code;  // what it touches is no array of the program's
  // Faults for which the kernel's buffer had no room, and pages for which there was none here.
  std::uint64_t lost_faults = 0;
  std::uint64_t left_out_pages = 0;
  // errno, where the kernel has refused to watch a word.
  int refused_watches = 0;
  // For the report.
  Scratch scratch;
  std::uint64_t functions[kMostCodes];
  Arrays arrays;
};

}  // namespace muster::first_touch
