// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/task_list.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace muster::first_touch {

void TaskList::read(std::int32_t without, std::int32_t without_too) {
  count_ = 0;
  const int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) {
    return;
  }
  // As getdents64(2) has it. The C library's functions would use the program's heap.
  struct Entry {
    std::uint64_t inode;
    std::int64_t next;
    unsigned short length;
    unsigned char type;
    char name[1];
  };
  alignas(Entry) char entries[4096];
  for (long bytes = 0; (bytes = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;) {
    for (long at = 0; at < bytes;) {
      const auto* entry = reinterpret_cast<const Entry*>(entries + at);
      const auto id = static_cast<std::int32_t>(strtol(entry->name, nullptr, 10));
      if (id != 0 && id != without && id != without_too && count_ < kMostThreads) {
        ids_[count_++] = id;
      }
      at += entry->length;
    }
  }
  close(folder);
  std::sort(ids_, ids_ + count_);
}

}  // namespace muster::first_touch
