// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A virtual CPU and its run queue.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>

#include "engine/directory.h"
#include "engine/time.h"

namespace muster::simulate {

struct Processor {
  static constexpr ThreadId kIdle = std::numeric_limits<ThreadId>::max();

  ThreadId running = kIdle;
  // Those that could run, in turn.
  std::deque<ThreadId> ready;
  Time slice_ends = 0;
  // Counts the threads that have had it: preemptions planned for an earlier one are void.
  std::uint32_t turn = 0;
  // What it has taken of the quota and not used; below 0 where its thread went on beyond that.
  std::int64_t granted = 0;
  Time charged_until = 0;
  // Nothing is left for it in this period.
  bool is_throttled = false;

  bool is_idle() const { return running == kIdle; }
};

}  // namespace muster::simulate
