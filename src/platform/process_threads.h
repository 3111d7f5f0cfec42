// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of the process, as the system lists them. Without the C library's directory functions, which would use the program's heap.
#pragma once

#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "platform/uncancelled.h"

namespace muster::platform {

// Calls visit(id) with the number that the system has for each thread, until it returns false. False: it did, or the threads cannot be listed.
template <class Visit>
bool for_each_process_thread(const Visit& visit) {
  const Uncancelled uncancelled;
  const int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) {
    return false;
  }
  // As getdents64(2) has it.
  struct Entry {
    std::uint64_t inode;
    std::int64_t next;
    unsigned short length;
    unsigned char type;
    char name[1];
  };
  alignas(Entry) char entries[4096];
  bool goes_on = true;
  for (long bytes = 0; goes_on && (bytes = syscall(SYS_getdents64, folder, entries, sizeof entries)) != 0;) {
    goes_on = bytes > 0;
    for (long at = 0; goes_on && at < bytes;) {
      const auto* entry = reinterpret_cast<const Entry*>(entries + at);
      const auto id = static_cast<std::int32_t>(strtol(entry->name, nullptr, 10));
      // The names of the folder and of its parent are no numbers.
      goes_on = id == 0 || visit(id);
      at += entry->length;
    }
  }
  close(folder);
  return goes_on;
}

}  // namespace muster::platform
