// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// /proc/thread-self/schedstat: "ran_ns delayed_ns slices" (Linux, Documentation/scheduler/sched-stats.rst).
#include "ledger/run_delay.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "platform/descriptors.h"
#include "platform/uncancelled.h"

namespace muster::ledger {

std::int32_t open_run_delay() {
  const platform::Uncancelled uncancelled;
  return platform::above_standard_streams(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
}

void close_run_delay(std::int32_t file) {
  const platform::Uncancelled uncancelled;
  // The program may have closed it, and have a file of its own under that number.
  struct statfs system{};
  if (file >= 0 && fstatfs(file, &system) == 0 && system.f_type == PROC_SUPER_MAGIC) {
    close(file);
  }
}

std::uint64_t run_delay_ns(std::int32_t file) {
  const platform::Uncancelled uncancelled;
  char text[64];
  const ssize_t length = file < 0 ? 0 : pread(file, text, sizeof text, 0);
  std::uint64_t value = 0;
  bool is_second = false;
  for (ssize_t i = 0; i < length; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      value = is_second ? value * 10 + static_cast<std::uint64_t>(text[i] - '0') : 0;
    } else if (is_second) {
      return value;
    } else {
      is_second = true;
    }
  }
  return 0;
}

}  // namespace muster::ledger
