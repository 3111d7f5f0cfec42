// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All that is kept of a run. One thread writes it while the program runs; once that thread has ended, the one that tells reads it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/base.h"
#include "first_touch/arrays.h"
#include "first_touch/code_places.h"
#include "first_touch/nodes.h"
#include "first_touch/touches.h"
#include "first_touch/uses.h"

namespace muster::first_touch {

// How late a thread was made, by the system's numbers for it and for its process: they count up, and begin anew behind the largest, so that
// those below the process's came last.
constexpr std::uint32_t lateness(std::int32_t thread, std::int32_t process) {
  return static_cast<std::uint32_t>(thread) - static_cast<std::uint32_t>(process);
}

// Threads by the system's numbers, numbered as the watcher has met them. That is not the order in which they were made: the faults of one CPU are
// taken before those of the next one, and a thread may have ended before the list of threads is read.
class Threads {
 public:
  // kMostThreads: there is no room.
  std::uint16_t number_of(std::int32_t id) {
    find(id);
    if (last_ == count_ && count_ < kMostThreads) {
      ids_[count_++] = id;
    }
    return last_;
  }

  // How many of the known threads were made before the one with this number; 0 is the main thread.
  std::uint16_t rank_of(std::uint16_t number, std::int32_t process) const {
    const std::uint32_t own = lateness(ids_[number], process);
    return static_cast<std::uint16_t>(
        std::count_if(ids_, ids_ + count_, [&](std::int32_t id) { return lateness(id, process) < own; }));
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
