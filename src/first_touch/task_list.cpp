// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/task_list.h"

#include <algorithm>

#include "platform/process_threads.h"

namespace muster::first_touch {

void TaskList::read(std::int32_t process, std::int32_t without, std::int32_t without_too) {
  count_ = 0;
  platform::for_each_process_thread([&](std::int32_t id) {
    if (id != without && id != without_too && count_ < kMostThreads) {
      ids_[count_++] = id;
    }
    return true;
  });
  std::sort(ids_, ids_ + count_, [process](std::int32_t one, std::int32_t other) {
    return lateness(one, process) < lateness(other, process);
  });
}

}  // namespace muster::first_touch
