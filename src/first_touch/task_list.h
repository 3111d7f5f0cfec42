// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of the process, as the system lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "first_touch/touches.h"

namespace muster::first_touch {

// How late a thread was made, by the system's numbers for it and for its process: they count up, and begin anew behind the largest, so that
// those below the process's came last.
constexpr std::uint32_t lateness(std::int32_t thread, std::int32_t process) {
  return static_cast<std::uint32_t>(thread) - static_cast<std::uint32_t>(process);
}

class TaskList {
 public:
  // All threads of `process` but these two, the oldest first (lateness()); what finds no room is left out.
  void read(std::int32_t process, std::int32_t without, std::int32_t without_too);
  std::span<const std::int32_t> ids() const { return {ids_, count_}; }

 private:
  std::int32_t ids_[kMostThreads];
  std::size_t count_ = 0;
};

}  // namespace muster::first_touch
