// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors of files that the runtime keeps open.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace muster::platform {

// A program may have been started without standard streams, or have closed them: what it writes there is not to go into a file of the runtime's. Returns the same file
// under a number that no stream has, and closes `opened`; negative where that is, or there is no such number.
inline int above_standard_streams(int opened) {
  if (opened < 0 || opened > STDERR_FILENO) {
    return opened;
  }
  const int moved = fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(opened);
  return moved;
}

}  // namespace muster::platform
