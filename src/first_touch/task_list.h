// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of the process, as the system lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "first_touch/touches.h"

namespace muster::first_touch {

class TaskList {
 public:
  // All threads of this process but these two; what finds no room is left out.
  void read(std::int32_t without, std::int32_t without_too);
  std::span<const std::int32_t> ids() const { return {ids_, count_}; }

 private:
  std::int32_t ids_[kMostThreads];
  std::size_t count_ = 0;
};

}  // namespace muster::first_touch
