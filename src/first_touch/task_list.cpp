// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/task_list.h"

#include "platform/process_threads.h"

namespace muster::first_touch {

void TaskList::read(std::int32_t without, std::int32_t without_too) {
  count_ = 0;
  platform::for_each_process_thread([&](std::int32_t id) {
    if (id != without && id != without_too && count_ < kMostThreads) {
      ids_[count_++] = id;
    }
    return true;
  });
}

}  // namespace muster::first_touch
