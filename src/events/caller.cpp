// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "events/caller.h"

#include "events/records.h"

namespace muster::events {

namespace {

// Where the task was made, or its region was met.
Caller origin_of(const Task& task) {
  if ((task.flags & kExplicitTask) != 0 || task.region == nullptr) {
    return task.caller;
  }
  return task.region->caller;
}

}  // namespace

Caller find_caller() {
  // More frames than any way through the library has. A test that has the library's objects in its own program ends up here.
  constexpr int kMostFrames = 64;
  const auto* frame = static_cast<const void* const*>(__builtin_frame_address(0));
  const Task* task = this_thread == nullptr ? nullptr : this_thread->task;
  for (int i = 0; i < kMostFrames; ++i) {
    if (task != nullptr && frame == task->frame.exit) {
      // The last thing that the task's function does is this call, so that its frame has gone: its construct stands for the place.
      return {origin_of(*task).code, frame};
    }
    if (frame == outermost_frame) {
      break;
    }
    const void* code = __builtin_extract_return_addr(const_cast<void*>(frame[1]));
    if (!is_own_code(code)) {
      return {code, frame};
    }
    const auto* outer = static_cast<const void* const*>(frame[0]);
    if (outer <= frame) {
      break;
    }
    frame = outer;
  }
  return {};
}

}  // namespace muster::events
